/** A move as the button says it. A game without words of its own keeps the server's. */
import { KITTENS, nameOf, rankText, SYMBOLS, type Suit } from '$lib/cards/parse';
import type { LegalMove } from '$lib/types.generated';
import { modeText } from './belote';
import { ACTIONS } from './coup';

type Words = (move: LegalMove, names: string[], hand: string[]) => string | null;

const kitten = (move: LegalMove): string => (move['card'] ? (KITTENS[move['card']]?.name ?? move['card']) : 'nothing');
const person = (move: LegalMove, names: string[]): string => names[move['target']] ?? '';

/** A playing card as the sentences of the log write it: 7♠ and not 7s. */
const withSymbol = (card: string | null | undefined): string => (card ?? '').replace(/[cdhs]$/, (suit) => SYMBOLS[suit as Suit]);

const WORDS: Record<string, Words> = {
  kittens: (move, names) => {
    switch (move.type) {
      case 'Draw':
        return 'Draw a card';
      case 'Pass':
        return 'Let it happen';
      case 'Play':
        return `Play ${kitten(move)}`;
      case 'Favor':
        return `Favor from ${person(move, names)}`;
      case 'Pair':
        return `Two ${kitten(move)}s on ${person(move, names)}`;
      case 'Triple':
        return `Three ${kitten(move)}s on ${person(move, names)}`;
      case 'Five':
        return 'Five different cards';
      case 'Add':
        return `Add ${kitten(move)}`;
      case 'Name':
      case 'Pick':
        return kitten(move);
      case 'Give':
        return `Give ${kitten(move)}`;
      case 'Depth':
        return move['cards'] === 0 ? 'On top' : `Under ${move['cards']}`;
      default:
        return null;
    }
  },
  coup: (move, names, hand) => {
    switch (move.type) {
      case 'Act': {
        const name = ACTIONS[move['action']]?.name ?? move['action'];
        return move['target'] === null ? name : `${name}: ${person(move, names)}`;
      }
      case 'Block':
        return `Block as the ${move['character']}${hand.includes(move['character']) ? '' : ' (bluff)'}`;
      case 'Show':
        return `Show the ${move['character']}`;
      case 'Lose':
        return `Lose the ${move['character']}`;
      case 'Keep':
        return `Keep ${(move['characters'] as string[]).join(' and ')}`;
      default:
        return null;
    }
  },
  cuttle: (move) => {
    const card = withSymbol(move['card']);
    const target = withSymbol(move['target']);
    switch (move.type) {
      case 'Draw':
        return 'Draw a card';
      case 'Points':
        return `${card} for points`;
      case 'Scuttle':
        return `Scuttle ${target} with ${card}`;
      case 'OneOff':
        return target ? `${card} as a one-off on ${target}` : `${card} as a one-off`;
      case 'Permanent':
        return target ? `${card} on ${target}` : card.startsWith('8') ? `${card} as glasses` : `Play ${card}`;
      case 'Counter':
        return `Counter with ${card}`;
      default:
        return null;
    }
  },
  bluff: (move) => {
    if (move.type === 'Lay') return `Lay ${nameOf(rankText(move['rank']))}`;
    if (move.type === 'Claim') return `Claim ${rankText(move['rank'])}`;
    if (move.type === 'Challenge') return 'Call it a lie';
    return move.type === 'Trust' ? 'Believe it' : null;
  },
  belote: (move) => {
    if (move.type === 'Announce') return modeText(move['mode']);
    return move.type === 'Double' || move.type === 'Redouble' ? `${move.type} ${modeText(move['mode'])}` : null;
  },
};

/** `hand` is what the one who is asked holds, where the game lists it. */
export function labelled(game: string, moves: LegalMove[], names: string[], hand: string[]): LegalMove[] {
  const words = WORDS[game];
  return moves.map((move) => {
    const label = words?.(move, names, hand) ?? (move.label || move.text);
    return { ...move, label: label.charAt(0).toUpperCase() + label.slice(1) };
  });
}
