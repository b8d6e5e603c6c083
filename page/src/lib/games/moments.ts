/** What deserves a stamp over the table: read from the events, in the game's own sentences. */
import type { Sound } from '$lib/sound';
import type { GameEvent, View } from '$lib/types.generated';
import { ACTIONS } from './coup';

export interface Stamp {
  kind: Exclude<Sound, 'card' | 'turn' | 'won' | 'lost'>;
  /** One or two words, as large as the table allows. */
  word: string;
  /** The sentence of the event. */
  text: string;
}

type Reading = (event: GameEvent, before: View | null) => [Stamp['kind'], string] | null;

const READINGS: Record<string, Record<string, Reading>> = {
  kittens: {
    KittenDrawn: () => ['boom', 'Boom!'],
    Defused: () => ['saved', 'Defused'],
    WentOut: (event) => (event['expelled'] ? ['out', 'Out'] : ['boom', 'Boom!']),
    Noped: () => ['nope', 'Nope!'],
    Resolved: (event) => (event['works'] ? null : ['nope', 'Stopped']),
  },
  coup: {
    Challenged: () => ['nope', 'Challenge'],
    Shown: () => ['truth', 'True'],
    Blocked: () => ['nope', 'Blocked'],
    // Who is challenged and cannot show the card was caught.
    Lost: (event, before) => (typeof before?.['challenger'] === 'number' && before['challenger'] !== event['seat'] ? ['caught', 'Caught!'] : ['out', 'Influence lost']),
    WentOut: () => ['out', 'Out'],
  },
  cuttle: {
    Countered: () => ['nope', 'Countered'],
    Resolved: (event) => (event['works'] ? null : ['nope', 'Stopped']),
    Scuttled: () => ['boom', 'Scuttled'],
  },
  bluff: {
    Judged: (event) => (event['truthful'] ? ['truth', 'True'] : ['caught', 'Caught!']),
  },
};

/** The stamp of what happened, if it deserves one: of several the last. */
export function stampOf(game: string, events: GameEvent[], before: View | null): Stamp | null {
  for (const event of [...events].reverse()) {
    const found = READINGS[game]?.[event.type]?.(event, before);
    if (found) return { kind: found[0], word: found[1], text: event.text };
  }
  return null;
}

export interface Played {
  /** The card that can be reacted to; null for one face down. */
  card: string | null;
  seat: number;
  target: number | null;
  /** Whether what was said since stops it for now. */
  stopped: boolean;
}

const OBJECTIONS = /^(Noped|Countered|Blocked)$/;

/** What a reaction window is about: the card, who played it, and on whom. */
export function playedIn(events: GameEvent[]): Played | null {
  const first = events.find((event) => !OBJECTIONS.test(event.type) && /^(Played|PairPlayed|TriplePlayed|FivePlayed|PlayedOneOff|Acted|Claimed)$/.test(event.type)) ?? events.find((event) => OBJECTIONS.test(event.type));
  if (!first) return null;
  const target = first['target'];
  return {
    card: first.type === 'Noped' ? 'NopeCard' : (first['card'] ?? first['cards']?.[0] ?? first['character'] ?? ACTIONS[first['action']]?.claims ?? null),
    seat: first['seat'],
    target: typeof target === 'number' ? target : null,
    stopped: events.filter((event) => OBJECTIONS.test(event.type)).length % 2 === 1,
  };
}
