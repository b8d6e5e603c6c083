/** What every table gets, live or from a replay. */
import { rankNumber } from '$lib/cards/parse';
import type { GameEvent, Hint, LegalMoves, SeatShown, View, Zone } from '$lib/types.generated';

export interface TableProps {
  view: View;
  zones: Zone[];
  names: string[];
  seats: SeatShown[];
  /** Whose side is at the bottom; null for a spectator or with all hands open. */
  seat: number | null;
  /** With all hands open: the cards of every seat. */
  hands: string[][] | null;
  /** Whether the match is over. */
  over?: boolean;
  legal: LegalMoves | null;
  hint: Hint | null;
  events: GameEvent[];
  mover: number | null;
  thinking: number | null;
  /** `planned` is an answer that follows from one that was pressed before. */
  choose: (index: number, planned?: boolean) => void;
}

/** What the game itself says about the table now, and beside each seat. */
export const situationOf = (view: View): string[] => view['table_words']?.situation ?? [];
export const noteOf = (view: View, seat: number): string => view['table_words']?.notes[seat] ?? '';

/** The seats in turn order, beginning with the one at the bottom. */
export function around(seat: number | null, count: number): number[] {
  const first = seat ?? 0;
  return Array.from({ length: count }, (_, i) => (first + i) % count);
}

/** A hand as a list of texts, whether the game lists its cards or counts them. */
export function cardsOf(hand: unknown): string[] {
  if (Array.isArray(hand)) return hand.map(String);
  if (hand && typeof hand === 'object') {
    const entries = Object.entries(hand);
    if (entries.every(([text]) => rankNumber(text) > 0)) entries.sort(([a], [b]) => rankNumber(a) - rankNumber(b));
    return entries.flatMap(([text, count]) => Array.from({ length: Number(count) }, () => text));
  }
  return [];
}

/** What is known of a seat's hand, then as many cards face down as it has besides. */
export function fanOf(size: number, known: string[]): (string | null)[] {
  return [...known, ...Array.from({ length: Math.max(0, size - known.length) }, () => null)];
}
