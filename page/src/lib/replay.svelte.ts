/** A finished match to look at: fetches frames as they are wanted and keeps them. */
import { get, getWhenReady, said } from './api';
import type { OpenBranch, ReplaySource } from './replay/source';
import { cardsOf } from './table/props';
import type { Analysis, FrameShown, ReplayShown, View } from './types.generated';

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
  frame = $state.raw<FrameShown | null>(null);
  /** The view one step earlier, where that was shown just before: only then does something move. */
  before = $state.raw<View | null>(null);
  analysis = $state.raw<Analysis | null>(null);
  studying = $state(false);
  problem = $state('');
  step = $state(0);
  seat = $state('dealer');
  readonly branch: OpenBranch | null = null;

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
    return this.info?.steps.length ?? 0;
  }

  async show(step: number, seat = this.seat): Promise<void> {
    this.step = Math.max(0, Math.min(this.last, step));
    this.seat = seat;
    if (!this.info?.playable) return;
    const wanted = this.step;
    try {
      const frame = await this.fetched(wanted, seat);
      if (this.step !== wanted || this.seat !== seat) return;
      this.before = this.frame?.step === wanted - 1 ? this.frame.view : null;
      this.frame = frame;
      this.problem = '';
      if (wanted < this.last) void this.fetched(wanted + 1, seat).catch(() => undefined);
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

  /** With all hands open, the cards of every seat: each from its own view. */
  get hands(): string[][] | null {
    return handsOf(this.frame);
  }
}
