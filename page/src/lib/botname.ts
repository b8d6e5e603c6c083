/** What a bot is called on the page: one of somebody's own by the name its author gave it, not by its address here. */
import type { BotShown } from './types.generated';

export const called = (bot: BotShown): string => (bot.group === 'level' || bot.group === 'engine' ? bot.name : bot.title);
