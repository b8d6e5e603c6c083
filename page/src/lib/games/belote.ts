/** Belote's bids in the words of the game. */
import { guides } from '$lib/guide.svelte';

export const modeText = (mode: string): string => guides.choice(mode)?.title ?? '';
export const isRedMode = (mode: string): boolean => /[♥♦]/.test(modeText(mode));

/** What each seat said last; "2 announce ColourClubs" is seat 2. */
export function lastBids(bidding: string[]): Record<number, string> {
  const said: Record<number, string> = {};
  for (const bid of bidding) {
    const [seat, word, mode] = bid.split(' ');
    const on = mode ? ` ${modeText(mode)}` : '';
    said[Number(seat)] = word === 'announce' ? on.trim() : word === 'accept' ? 'accepts' : `${word}s${on}`;
  }
  return said;
}
