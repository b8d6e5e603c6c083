/** What travels over the table when something happens: read from the events, so nothing is shown that was not told. */
import { rankText } from '$lib/cards/parse';
import type { GameEvent, View } from '$lib/types.generated';

export interface Flight {
  /** Places are marked by `data-place` on the table. */
  from: string;
  to: string;
  what: 'card' | 'coin';
  /** Of a card; null for one face down. */
  text: string | null;
  count: number;
}

type Reading = (event: GameEvent, before: View) => Flight[];

const seat = (number: unknown): string => `seat:${String(number)}`;
const card = (from: string, to: string, text: string | null = null, count = 1): Flight[] => [{ from, to, what: 'card', text, count }];
const cards = (from: string, to: string, texts: string[]): Flight[] => texts.flatMap((text) => card(from, to, text));

const READINGS: Record<string, Reading> = {
  kittens: (event) => {
    const at = seat(event['seat']);
    switch (event.type) {
      case 'Drew':
        return card('pile', at, event['card']);
      case 'KittenDrawn':
        return card('pile', at, 'ExplodingKittenCard');
      case 'Played':
        return card(at, 'discard', event['card']);
      case 'PairPlayed':
        return card(at, 'discard', event['card'], 2);
      case 'TriplePlayed':
        return card(at, 'discard', event['card'], 3);
      case 'FivePlayed':
      case 'Discarded':
        return cards(at, 'discard', event['cards'] ?? []);
      case 'Noped':
        return card(at, 'discard', 'NopeCard');
      case 'Defused':
        return card(at, 'discard', 'DefuseCard');
      case 'Inserted':
        return card(at, 'pile', 'ExplodingKittenCard');
      case 'Gave':
        return card(at, seat(event['taker']), event['card']);
      case 'Stole':
      case 'Took':
        return card(seat(event['victim']), at, event['card']);
      case 'Picked':
        return card('discard', at, event['card']);
      default:
        return [];
    }
  },
  coup: (event, before) => {
    const at = seat(event['seat']);
    switch (event.type) {
      case 'Coins': {
        const gained = Number(event['coins']) - Number(before['players']?.[event['seat']]?.coins ?? event['coins']);
        const [from, to] = gained > 0 ? ['treasury', at] : [at, 'treasury'];
        return gained ? [{ from, to, what: 'coin', text: null, count: Math.abs(gained) }] : [];
      }
      case 'Lost':
        return card(at, 'court', event['character']);
      case 'Shown':
        return card(at, 'court', event['character']);
      case 'Replaced':
        return card('court', at, event['character']);
      case 'Drew':
        return event['characters'] ? cards('court', at, event['characters']) : card('court', at, null, 2);
      case 'Returned':
        return event['characters'] ? cards(at, 'court', event['characters']) : card(at, 'court', null, 2);
      default:
        return [];
    }
  },
  bluff: (event) => {
    const at = seat(event['seat']);
    switch (event.type) {
      case 'Claimed':
        return card(at, 'pile', null, event['count']);
      case 'Revealed':
        return card('pile', at, rankText(event['rank']), event['count']);
      case 'TookPile':
        return card('pile', at, null, event['count']);
      default:
        return [];
    }
  },
};

/** From the treasury and into it in the same breath: it went from one to the other. */
function handedOver(flights: Flight[]): Flight[] {
  const paid = flights.find((flight) => flight.what === 'coin' && flight.to === 'treasury');
  const got = flights.find((flight) => flight.what === 'coin' && flight.from === 'treasury');
  if (!paid || !got || paid.count !== got.count) return flights;
  return [...flights.filter((flight) => flight !== paid && flight !== got), { ...got, from: paid.from }];
}

export function flightsOf(game: string, events: GameEvent[], before: View): Flight[] {
  const reading = READINGS[game];
  return reading ? handedOver(events.flatMap((event) => reading(event, before))) : [];
}
