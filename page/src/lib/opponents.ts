/** Opponents for people: each level has its own characters, and a face is drawn from a name alone. */
import type { BotShown } from './types.generated';

const CHARACTERS: Record<string, string[]> = {
  noob: ['Pip', 'Dodo', 'Momo', 'Nell', 'Bibi', 'Tommy', 'Lulu', 'Koko', 'Fifi', 'Zuzu'],
  easy: ['Rosie', 'Otto', 'Milo', 'Hattie', 'Gus', 'Dora', 'Felix', 'Ines', 'Barney', 'Wanda'],
  medium: ['Clara', 'Hugo', 'Nadia', 'Theo', 'Greta', 'Omar', 'Vera', 'Jonas', 'Mina', 'Paolo'],
  hard: ['Ruth', 'Viktor', 'Salome', 'Anton', 'Beatrix', 'Kenji', 'Magda', 'Cyrus', 'Irina', 'Leopold'],
  insane: ['Morgana', 'Dr. Null', 'Cassandra', 'The Count', 'Medusa', 'Rasputin', 'Oracle', 'Mephisto', 'Sphinx', 'Kali'],
};
/** For bots that are named after what they are made of. */
const OTHERS = ['Ada', 'Alan', 'Grace', 'Claude', 'Emmy', 'Kurt', 'Sofia', 'Blaise', 'Hedy', 'John'];

/** A name for this bot at a table: its author's, or that of a character nobody there has yet. */
export function nameFor(bot: BotShown | undefined, taken: readonly string[]): string {
  if (bot && bot.group !== 'level' && bot.group !== 'engine') return bot.title;
  const names = CHARACTERS[bot?.name ?? ''] ?? OTHERS;
  const free = names.filter((name) => !taken.includes(name));
  return free[Math.floor(Math.random() * free.length)] ?? names[0]!;
}

/** In lists of results, where bots are told apart by what they are: as on the command line. */
export const called = (bot: BotShown): string => (bot.group === 'level' || bot.group === 'engine' ? bot.name : bot.title);

export interface Look {
  skin: string;
  hair: string;
  shirt: string;
  back: string;
  cut: number;
  eyes: number;
  mouth: number;
  extra: number;
}

const SKINS = ['#f6d3b3', '#eab88d', '#d59b6a', '#a86f45', '#7a4a2c', '#f2c6a0'];
const HAIRS = ['#2b1d14', '#5a3a1e', '#a0632a', '#d9a441', '#b23a2a', '#6f7680', '#3c3f8f', '#e8e2d6'];
const BACKS = ['#f2b8a0', '#a9d5c0', '#b7c4f0', '#f1dc97', '#d9b5e6', '#9fd0e6', '#f0a9c1', '#c7d98f'];
const SHIRTS = ['#a33a3a', '#24618f', '#2f7a4b', '#6b4797', '#3a3f4a', '#b0671b'];

/** The same name, the same face. */
export function lookOf(name: string): Look {
  let seed = 2166136261;
  for (const letter of name) seed = Math.imul(seed ^ letter.codePointAt(0)!, 16777619);
  const next = (count: number): number => {
    seed = Math.imul(seed ^ (seed >>> 15), 2246822519) + 0x9e3779b9;
    return ((seed ^ (seed >>> 13)) >>> 0) % count;
  };
  const of = (list: string[]): string => list[next(list.length)]!;
  return { skin: of(SKINS), hair: of(HAIRS), back: of(BACKS), shirt: of(SHIRTS), cut: next(7), eyes: next(4), mouth: next(5), extra: next(7) };
}
