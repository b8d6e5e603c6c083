/** What a bot is called on the page: one from the workshop by the name its author gave it, not by its number. */
import type { BotInfo } from './types';

export const called = (bot: BotInfo): string => (bot.name.startsWith('workshop:') ? bot.text : bot.name);
