/** What a card's text says about how to draw it. */

export type Suit = 'c' | 'd' | 'h' | 's';
export type Face =
  | { kind: 'playing'; rank: string; suit: Suit | null }
  | { kind: 'kitten'; type: string }
  | { kind: 'character'; name: string }
  | { kind: 'plain'; text: string };

const PLAYING = /^(10|[2-9AJQK])([cdhs]?)$/;
const CHARACTERS = new Set(['assassin', 'ambassador', 'captain', 'duke', 'contessa']);

/** The cards of Exploding Kittens, as the server's texts call the types, and as its notation does. */
export const KITTENS: Record<string, { word: string; colour: string }> = {
  TacoCatCard: { word: 'taco', colour: '#c98a1b' },
  HairyPotatoCatCard: { word: 'potato', colour: '#9a6b3f' },
  BeardCatCard: { word: 'beard', colour: '#a4552d' },
  RainbowRalphingCatCard: { word: 'rainbow', colour: '#8a4fb5' },
  CattermelonCard: { word: 'melon', colour: '#3f8f4e' },
  ShuffleCard: { word: 'shuffle', colour: '#7a6a55' },
  FavorCard: { word: 'favor', colour: '#5b6270' },
  SeeTheFutureCard: { word: 'future', colour: '#b23f7c' },
  SkipCard: { word: 'skip', colour: '#2b6cb0' },
  AttackCard: { word: 'attack', colour: '#b7791f' },
  NopeCard: { word: 'nope', colour: '#b3261e' },
  DefuseCard: { word: 'defuse', colour: '#2f855a' },
  ExplodingKittenCard: { word: 'kitten', colour: '#1a202c' },
};
const BY_WORD = new Map(Object.entries(KITTENS).map(([type, card]) => [card.word, type]));

/** How a card of this game is drawn: a picture belongs to its game, playing cards to everybody. */
export function faceOf(text: string, game: string): Face {
  const type = game === 'kittens' ? (text in KITTENS ? text : BY_WORD.get(text.toLowerCase())) : undefined;
  if (type) return { kind: 'kitten', type };
  if (game === 'coup' && CHARACTERS.has(text.toLowerCase())) return { kind: 'character', name: text.toLowerCase() };
  const playing = PLAYING.exec(text);
  if (playing) return { kind: 'playing', rank: playing[1]!, suit: (playing[2] || null) as Suit | null };
  return { kind: 'plain', text };
}

/** The rank of a playing card, without its suit. */
export const rankOf = (text: string): string => PLAYING.exec(text)?.[1] ?? '';

const RANKS: Record<string, string> = { A: 'Ace', J: 'Jack', Q: 'Queen', K: 'King' };
const SUITS: Record<Suit, string> = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };
export const SYMBOLS: Record<Suit, string> = { c: '♣', d: '♦', h: '♥', s: '♠' };

/** A card in words, where its game has no other name for it. */
export function nameOf(text: string, game: string): string {
  const face = faceOf(text, game);
  if (face.kind === 'playing') {
    const rank = RANKS[face.rank] ?? face.rank;
    return face.suit ? `${rank} of ${SUITS[face.suit]}` : rank;
  }
  if (face.kind === 'kitten') return face.type.replace(/Card$/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
  if (face.kind === 'character') return face.name[0]!.toUpperCase() + face.name.slice(1);
  return face.text;
}

/** A bot's text with its cards as people write them: Qh becomes Q♥. "Two 7s" may be a plural and stays as it is. */
export function pretty(text: string): string {
  return text.replace(/(?<![\w-])(?:(10|[2-9AJQK])([cdh])|([AJQK])(s))(?![\w-])/g, (_, rank?: string, suit?: Suit, court?: string) => (rank ?? court ?? '') + SYMBOLS[suit ?? 's']);
}

export const isRed = (suit: Suit | null): boolean => suit === 'd' || suit === 'h';

const ORDER = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
export const rankText = (number: number): string => ORDER[number - 1] ?? String(number);
export const rankNumber = (text: string): number => ORDER.indexOf(text) + 1;
