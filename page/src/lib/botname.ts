/** What a bot is called on the page: one from the workshop by the name its author gave it, not by its number. */
import type { BotShown } from './types.generated';

export const called = (bot: BotShown): string => (bot.name.startsWith('workshop:') ? bot.text : bot.name);
