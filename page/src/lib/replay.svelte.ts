/** A finished match to look at: fetches frames as they are wanted and keeps them. */
import { get, getWhenReady, said } from './api';
import { branchLines, unpackFrames, type Drawn } from './replay/frames';
import type { Frame, OpenBranch, ReplaySource } from './replay/source';
import { cardsOf } from './table/props';
import type { Analysis, CostlyMove, FrameShown, ReplayShown, View } from './types.generated';

function handsOf(frame: FrameShown | null): string[][] | null {
  return frame?.views?.map((view) => [...cardsOf(view['hand']), ...cardsOf(view['drawn'] ?? [])]) ?? null;
}

/** The hands at the end of a finished match. */
export async function openHands(id: string): Promise<string[][] | null> {
  const info = await get<ReplayShown>(`/replays/${id}`);
  return info.playable ? handsOf(await get<FrameShown>(`/replays/${id}/frames/${info.steps.length}?seat=dealer`)) : null;
}

export class Replay implements ReplaySource {
  info = $state.raw<ReplayShown | null>(null);
  private drawn = $state.raw<Drawn | null>(null);
  /** The view one step earlier, where that was shown just before: only then does something move. */
  before = $state.raw<View | null>(null);
  analysis = $state.raw<Analysis | null>(null);
  studying = $state(false);
  problem = $state('');
  step = $state(0);
  seat = $state('dealer');
  branch = $state.raw<OpenBranch | null>(null);

  private frames = new Map<string, Promise<FrameShown>>();

  constructor(readonly id: string) {}

  async open(step: number, seat: string): Promise<void> {
    try {
      this.info = await get<ReplayShown>(`/replays/${this.id}`);
      await this.show(step, seat);
    } catch (error) {
      this.problem = said(error);
    }
  }

  get viewers(): string[] {
    return ['dealer', 'public', ...(this.info?.names.map((_, seat) => String(seat)) ?? [])];
  }

  get last(): number {
    return this.branch ? this.branch.alternative.steps.length : (this.info?.steps.length ?? 0);
  }

  get frame(): Frame | null {
    return this.drawn;
  }

  /** With all hands open, the cards of every seat: each from its own view. */
  get hands(): string[][] | null {
    return this.drawn?.hands ?? null;
  }

  async show(step: number, seat = this.seat): Promise<void> {
    this.step = Math.max(0, Math.min(this.last, step));
    this.seat = seat;
    if (!this.info?.playable) return;
    const { step: wanted, branch } = this;
    try {
      const frame = branch ? await this.expected(branch, wanted, seat) : await this.match(wanted, seat);
      if (this.step !== wanted || this.seat !== seat || this.branch !== branch) return;
      this.before = this.drawn?.step === wanted - 1 ? this.drawn.view : null;
      this.drawn = frame;
      this.problem = '';
      if (!branch && wanted < this.last) void this.fetched(wanted + 1, seat).catch(() => undefined);
    } catch (error) {
      this.problem = said(error);
    }
  }

  async study(): Promise<void> {
    this.studying = true;
    try {
      this.analysis = await getWhenReady<Analysis>(`/replays/${this.id}/analysis`);
    } catch (error) {
      this.problem = said(error);
    }
    this.studying = false;
  }

  openBranch(bad: CostlyMove, number: number): void {
    const alternative = bad.branches[number];
    if (!alternative) return;
    this.branch = { at: bad.step, number, alternative, imagined: this.analysis?.imagined ?? false };
    void this.show(1);
  }

  closeBranch(): void {
    if (!this.branch) return;
    const { at } = this.branch;
    this.branch = null;
    this.drawn = null;
    void this.show(at);
  }

  /** A step of the match itself. */
  private async match(step: number, seat: string): Promise<Drawn> {
    const frame = await this.fetched(step, seat);
    return { ...frame, hands: handsOf(frame) };
  }

  /** A step of a branch; number 0 is the table before the decision. */
  private async expected(branch: OpenBranch, step: number, seat: string): Promise<Drawn> {
    const found = this.analysis;
    const deltas = branch.alternative.frames[found?.viewers.indexOf(seat) ?? 0] ?? [];
    const frames = unpackFrames(deltas.slice(0, step), found?.values ?? [], branchLines(branch, this.info?.names ?? []));
    return { ...(frames[step - 1] ?? (await this.match(branch.at - 1, seat))), step };
  }

  private fetched(step: number, seat: string): Promise<FrameShown> {
    const key = `${seat}:${step}`;
    let found = this.frames.get(key);
    if (!found) {
      found = get<FrameShown>(`/replays/${this.id}/frames/${step}?seat=${seat}`);
      found.catch(() => this.frames.delete(key));
      this.frames.set(key, found);
    }
    return found;
  }
}
