/** Frames that hold only what changed, with values that are stored once (match/replay/frames.py). */
import { cardsOf } from '$lib/table/props';
import type { GameEvent, View, Zone } from '$lib/types.generated';
import type { Frame, OpenBranch } from './source';

export type Delta = Record<string, number>;

export interface Drawn extends Frame {
  hands: string[][] | null;
}

const REMOVED = -1;

export function unpackFrames(deltas: Delta[], values: unknown[], lines: (number: number) => string[]): Drawn[] {
  const now: Record<string, unknown> = {};
  return deltas.map((delta, step) => {
    for (const [field, place] of Object.entries(delta)) {
      if (place === REMOVED) delete now[field];
      else now[field] = values[place];
    }
    const view: View = {};
    for (const [field, value] of Object.entries(now)) if (field.startsWith('view.')) view[field.slice(5)] = value as View[string];
    const hands = (now['hands'] as [unknown, unknown][] | undefined)?.map(([hand, drawn]) => [...cardsOf(hand), ...cardsOf(drawn)]) ?? null;
    return { step, lines: lines(step), view, events: now['events'] as GameEvent[], zones: (now['zones'] as Zone[] | undefined) ?? [], hands };
  });
}

/** What is said about each move of a branch. */
export function branchLines(branch: OpenBranch, names: string[]): (number: number) => string[] {
  return (number) => {
    const step = branch.alternative.steps[number];
    return step ? [`${names[step.seat] ?? ''}: ${step.label}`] : [];
  };
}
