/** A match that is stored in the page itself. Frames hold what changed; values are stored once (match/replay/frames.py). */
import type { Alternative, Costly, Frame, Info, OpenBranch, ReplaySource, StepText } from '$lib/replay/source';
import { cardsOf } from '$lib/table/props';
import type { GameEvent, Guide, View, Zone } from '$lib/types.generated';

type Delta = Record<string, number>;

interface Point {
  key: string;
  frames: Delta[];
  steps: (Partial<StepText> & { number: number; seat: number | null; label: string; lines?: string[] })[];
}

interface StoredBranch extends Alternative {
  /** For each point of view, the frames after the moves. */
  frames: Delta[][];
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
  study: { win: number[][]; imagined: boolean; costly: (Costly & { branches: StoredBranch[] })[] } | null;
}

const REMOVED = -1;

interface Drawn extends Frame {
  hands: string[][] | null;
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
  get analysis(): { win: number[][]; costly: Costly[] } | null {
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

  openBranch(bad: Costly, number: number): void {
    const alternative = bad.branches?.[number];
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
    const stored = film.study?.costly.find((bad) => bad.step === branch.at)?.branches[branch.number];
    const place = film.viewers.indexOf(this.point);
    const lines = (number: number): string[] => {
      const step = branch.alternative.steps[number];
      return step ? [`${film.names[step.seat] ?? ''}: ${step.label}`] : [];
    };
    const frames = this.unpack(`${this.seat} ${branch.at}.${branch.number}`, stored?.frames[place] ?? [], lines);
    return [match[branch.at - 1]!, ...frames.map((frame) => ({ ...frame, step: frame.step + 1 }))];
  }

  private unpack(name: string, deltas: Delta[], lines: (number: number) => string[]): Drawn[] {
    let found = this.unpacked.get(name);
    if (found) return found;
    const now: Record<string, unknown> = {};
    found = deltas.map((delta, step) => {
      for (const [field, place] of Object.entries(delta)) {
        if (place === REMOVED) delete now[field];
        else now[field] = this.film.values[place];
      }
      const view: View = {};
      for (const [field, value] of Object.entries(now)) if (field.startsWith('view.')) view[field.slice(5)] = value as View[string];
      const hands = (now['hands'] as [unknown, unknown][] | undefined)?.map(([hand, drawn]) => [...cardsOf(hand), ...cardsOf(drawn)]) ?? null;
      return { step, lines: lines(step), view, events: now['events'] as GameEvent[], zones: (now['zones'] as Zone[] | undefined) ?? [], hands };
    });
    this.unpacked.set(name, found);
    return found;
  }
}
