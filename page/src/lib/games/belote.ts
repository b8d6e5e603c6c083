/** Belote's words as people at the table say them. */

const MODES: Record<string, string> = {
  ColourClubs: '♣ Clubs',
  ColourDiamonds: '♦ Diamonds',
  ColourHearts: '♥ Hearts',
  ColourSpades: '♠ Spades',
  NoTrumps: 'No trumps',
  AllTrumps: 'All trumps',
};
export const modeText = (mode: string): string => MODES[mode] ?? mode;
export const isRedMode = (mode: string): boolean => mode === 'ColourHearts' || mode === 'ColourDiamonds';

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
