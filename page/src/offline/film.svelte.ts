/** A match that is stored in the page itself. Frames hold what changed; values are stored once (match/replay/frames.py). */
import { branchLines, unpackFrames, type Delta, type Drawn } from '$lib/replay/frames';
import type { Frame, Info, OpenBranch, ReplaySource, StepText } from '$lib/replay/source';
import type { CostlyMove, Guide, View } from '$lib/types.generated';

interface Point {
  key: string;
  frames: Delta[];
  steps: (Partial<StepText> & { number: number; seat: number | null; label: string; lines?: string[] })[];
}

export interface Film {
  format: number;
  game: string;
  title: string;
  heading: string;
  names: string[];
  guide: Guide;
  viewers: Point[];
  values: unknown[];
  study: { win: number[][]; imagined: boolean; costly: CostlyMove[] } | null;
}

export class FilmReplay implements ReplaySource {
  step = $state(0);
  seat = $state('');
  branch = $state.raw<OpenBranch | null>(null);
  before = $state.raw<View | null>(null);
  private drawn = $state.raw<Drawn | null>(null);
  readonly studying = false;
  readonly problem = '';
  private unpacked = new Map<string, Drawn[]>();

  constructor(private film: Film) {
    this.seat = film.viewers[0]?.key ?? 'public';
    void this.show(0);
  }

  get viewers(): string[] {
    return this.film.viewers.map((each) => each.key);
  }
  private get point(): Point {
    return this.film.viewers.find((each) => each.key === this.seat) ?? this.film.viewers[0]!;
  }
  get info(): Info {
    const steps = this.point.steps.slice(1).map((step) => ({ turn: '', say: [], note: '', faults: [], ...step }));
    return { game: this.film.game, title: this.film.title, names: this.film.names, playable: true, why_not: '', steps };
  }
  get analysis(): { win: number[][]; costly: CostlyMove[] } | null {
    return this.film.study;
  }
  get frame(): Frame | null {
    return this.drawn;
  }
  get hands(): string[][] | null {
    return this.drawn?.hands ?? null;
  }
  get last(): number {
    return this.branch ? this.branch.alternative.steps.length : this.point.frames.length - 1;
  }

  async show(step: number, seat = this.seat): Promise<void> {
    const known = this.film.viewers.some((each) => each.key === seat);
    const same = seat === this.seat;
    if (known) this.seat = seat;
    const wanted = Math.max(0, Math.min(this.last, step));
    const was = this.drawn;
    this.drawn = this.frames()[wanted] ?? null;
    this.before = same && was && wanted === this.step + 1 ? was.view : null;
    this.step = wanted;
  }

  openBranch(bad: CostlyMove, number: number): void {
    const alternative = bad.branches[number];
    if (!alternative) return;
    this.branch = { at: bad.step, number, alternative, imagined: this.film.study?.imagined ?? false };
    this.step = 0;
    this.drawn = this.frames()[0] ?? null;
    void this.show(1);
  }

  closeBranch(): void {
    if (!this.branch) return;
    const at = this.branch.at;
    this.branch = null;
    void this.show(at);
    this.before = null;
  }

  /** The frames of the match, or of the branch with the table it begins at, for the present point of view. */
  private frames(): Drawn[] {
    const match = this.unpack(this.seat, this.point.frames, (number) => this.point.steps[number]?.lines ?? []);
    const { branch, film } = this;
    if (!branch) return match;
    const place = film.viewers.indexOf(this.point);
    const frames = this.unpack(`${this.seat} ${branch.at}.${branch.number}`, branch.alternative.frames[place] ?? [], branchLines(branch, film.names));
    return [match[branch.at - 1]!, ...frames.map((frame) => ({ ...frame, step: frame.step + 1 }))];
  }

  private unpack(name: string, deltas: Delta[], lines: (number: number) => string[]): Drawn[] {
    let found = this.unpacked.get(name);
    if (!found) this.unpacked.set(name, (found = unpackFrames(deltas, this.film.values, lines)));
    return found;
  }
}
