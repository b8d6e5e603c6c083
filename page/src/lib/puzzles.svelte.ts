/** Solving puzzles: the puzzle on the table, the answer to it, and how well this browser's person does. */
import { browser } from '$app/environment';
import { get, post, said } from './api';
import type { PuzzleAnswered, PuzzlesListed, PuzzleShown } from './types.generated';

interface Solver {
  rating: number;
  deviation: number;
  solved: number;
  missed: number;
  streak: number;
  best: number;
  known: string[];
  /** The last day whose puzzle was solved, and how many days in a row. */
  day: string;
  days: number;
}

const KEY = 'croupier.puzzles';
const NEW: Solver = { rating: 1200, deviation: 200, solved: 0, missed: 0, streak: 0, best: 0, known: [], day: '', days: 0 };
const MOST_KNOWN = 2000;
const DAY = 86_400_000;

function kept(): Solver {
  if (!browser) return { ...NEW };
  try {
    return { ...NEW, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Solver>) };
  } catch {
    return { ...NEW };
  }
}

export class Puzzles {
  games = $state.raw<PuzzlesListed[]>([]);
  puzzle = $state.raw<PuzzleShown | null>(null);
  answered = $state.raw<PuzzleAnswered | null>(null);
  solver = $state.raw<Solver>(kept());
  /** What the last answer changed about the rating; 0 for a puzzle that was known. */
  change = $state(0);
  problem = $state('');
  private answering = false;

  async list(): Promise<void> {
    await this.guarded(async () => {
      this.games = await get<PuzzlesListed[]>('/puzzles');
    });
  }

  next = (game: string): Promise<void> => this.show(() => post<PuzzleShown>('/puzzles/next', { game, rating: this.solver.rating, known: this.solver.known }));
  daily = (): Promise<void> => this.show(() => get<PuzzleShown>('/puzzles/daily'));
  open = (id: string): Promise<void> => this.show(() => get<PuzzleShown>(`/puzzles/${encodeURIComponent(id)}`));

  private show(fetched: () => Promise<PuzzleShown>): Promise<void> {
    return this.guarded(async () => {
      const puzzle = await fetched();
      this.answered = null;
      this.puzzle = puzzle;
    });
  }

  choose = (index: number): void => {
    const puzzle = this.puzzle;
    if (!puzzle || this.answered || this.answering) return;
    this.answering = true;
    void this.guarded(async () => {
      const { rating, deviation } = this.solver;
      const answered = await post<PuzzleAnswered>(`/puzzles/${puzzle.id}/answer`, { index, rating, deviation });
      if (this.puzzle !== puzzle) return;
      this.count(puzzle, answered);
      this.answered = answered;
    }).finally(() => (this.answering = false));
  };

  /** A puzzle that was known already changes neither rating nor counts. */
  private count(puzzle: PuzzleShown, answered: PuzzleAnswered): void {
    const now = { ...this.solver };
    const isNew = !now.known.includes(puzzle.id);
    this.change = isNew ? Math.round(answered.rating) - Math.round(now.rating) : 0;
    if (isNew) {
      now.rating = answered.rating;
      now.deviation = answered.deviation;
      now.known = [...now.known, puzzle.id].slice(-MOST_KNOWN);
      now.solved += answered.right ? 1 : 0;
      now.missed += answered.right ? 0 : 1;
      now.streak = answered.right ? now.streak + 1 : 0;
      now.best = Math.max(now.best, now.streak);
      if (puzzle.day && now.day !== puzzle.day) {
        const follows = now.day !== '' && Date.parse(puzzle.day) - Date.parse(now.day) === DAY;
        now.days = answered.right ? (follows ? now.days + 1 : 1) : 0;
        if (answered.right) now.day = puzzle.day;
      }
    }
    this.solver = now;
    localStorage.setItem(KEY, JSON.stringify(now));
  }

  private async guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.problem = '';
    } catch (error) {
      this.problem = said(error);
    }
  }
}
