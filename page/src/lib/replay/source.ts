/** A finished match to look at, from the server or from a file: what the screen of a replay needs. */
import type { CostlyMove, GameEvent, OtherMove, StepShown, View, Zone } from '$lib/types.generated';

/** A step in words; `seat` is null where it is not known who answered. */
export type StepText = Pick<StepShown, 'number' | 'turn' | 'label' | 'say' | 'note' | 'faults'> & { seat: number | null; move?: string | null };

export interface Info {
  game: string;
  title: string;
  names: string[];
  playable: boolean;
  why_not: string;
  steps: StepText[];
}

export interface Frame {
  step: number;
  lines: string[];
  view: View;
  events: GameEvent[];
  zones: Zone[];
}

/** A branch that is open: `at` is the costly step it leaves the match before. */
export interface OpenBranch {
  at: number;
  number: number;
  alternative: OtherMove;
  imagined: boolean;
}

export interface ReplaySource {
  readonly info: Info | null;
  /** Keys of the points of view: "dealer", "public" or the number of a seat. */
  readonly viewers: string[];
  readonly frame: Frame | null;
  readonly before: View | null;
  readonly hands: string[][] | null;
  readonly analysis: { win: number[][]; costly: CostlyMove[] } | null;
  readonly studying: boolean;
  readonly problem: string;
  readonly step: number;
  readonly seat: string;
  /** The last step, of the branch if one is open. */
  readonly last: number;
  readonly branch: OpenBranch | null;
  show(step: number, seat?: string): Promise<void>;
  study?(): Promise<void>;
  openBranch?(bad: CostlyMove, number: number): void;
  closeBranch?(): void;
}
