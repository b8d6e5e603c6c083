/** What deserves a stamp over the table, and what a reaction window is about: read from the events, in the game's own words. */
import { guides } from '$lib/guide.svelte';
import type { Stamp as GuideStamp, GameEvent, View } from '$lib/types.generated';

export interface Stamp {
  kind: GuideStamp['look'];
  /** One or two words, as large as the table allows. */
  word: string;
  /** The sentence of the event. */
  text: string;
}

/** In Coup, who loses a card while somebody else's challenge is open was caught. */
const isCaught = (event: GameEvent, before: View | null): boolean => typeof before?.['challenger'] === 'number' && before['challenger'] !== event['seat'];

function stampFor(event: GameEvent, before: View | null): GuideStamp | undefined {
  const fields: Record<string, unknown> = { ...event, challenged: isCaught(event, before) };
  return guides.current?.stamps.find((stamp) => stamp.event === event.type && Object.entries(stamp.when).every(([field, value]) => fields[field] === value));
}

/** The stamp of what happened, if it deserves one: of several the last. */
export function stampOf(events: GameEvent[], before: View | null): Stamp | null {
  for (const event of [...events].reverse()) {
    const found = stampFor(event, before);
    if (found) return { kind: found.look, word: found.word, text: event.text };
  }
  return null;
}

export interface Played {
  /** The card that can be reacted to; null for one face down. */
  card: string | null;
  seat: number;
  target: number | null;
  /** The word for it, if what was done since stops it for now. */
  stopped: string;
}

const OBJECTIONS = /^(Noped|Countered|Blocked)$/;
const PLAYS = /^(Played|PairPlayed|TriplePlayed|FivePlayed|PlayedOneOff|Acted|Claimed)$/;

/** What a reaction window is about: the card, who played it, and on whom. */
export function playedIn(events: GameEvent[]): Played | null {
  const objections = events.filter((event) => OBJECTIONS.test(event.type));
  const first = events.find((event) => PLAYS.test(event.type)) ?? objections[0];
  if (!first) return null;
  const target = first['target'];
  const last = objections.at(-1);
  return {
    card: first.type === 'Noped' ? 'NopeCard' : (first['card'] ?? first['cards']?.[0] ?? first['character'] ?? (guides.choice(first['action'])?.card || null)),
    seat: first['seat'],
    target: typeof target === 'number' ? target : null,
    // A block that is shown itself, as a claim, is not stopped.
    stopped: last && last !== first && objections.length % 2 === 1 ? (stampFor(last, null)?.word ?? '') : '',
  };
}
