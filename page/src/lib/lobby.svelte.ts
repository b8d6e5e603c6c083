/** What a person is putting together in the lobby: a game, seats, settings. */
import { get } from './api';
import { nameFor } from './opponents';
import type { BotShown, GameShown, ReadyTableShown, SeatForm, TableForm } from './types.generated';

export interface SeatChoice {
  kind: 'you' | 'beside' | 'friend' | 'bot';
  name: string;
  bot: string;
  options: Record<string, string>;
}

/** A bot with options as the server reads it: "ismcts:iterations=500". */
export function spec(bot: string, options: Record<string, string>): string {
  const given = Object.entries(options).filter(([, value]) => value !== '');
  return given.length ? `${bot}:${given.map(([key, value]) => `${key}=${value}`).join(',')}` : bot;
}

const USUAL = 'medium';

export class Lobby {
  game = $state.raw<GameShown | null>(null);
  bots = $state.raw<BotShown[]>([]);
  seats = $state<SeatChoice[]>([]);
  settings = $state<Record<string, string>>({});
  practice = $state(true);
  pace = $state(0.7);
  /** Seconds for an answer at a table with friends. */
  clock = $state(120);
  window = $state(3);
  seed = $state('');
  private wanted: GameShown | null = null;

  async choose(game: GameShown, opponent = ''): Promise<void> {
    this.wanted = game;
    const bots = await get<BotShown[]>(`/games/${game.name}/bots`);
    if (this.wanted !== game) return;
    // All at once: what is chosen while the bots are on their way would be lost.
    this.game = game;
    this.settings = {};
    this.bots = bots;
    this.fill(game.seats.usual, opponent || USUAL);
  }

  /** You, and bots at all other seats. */
  private fill(count: number, bot: string): void {
    this.seats = [{ kind: 'you', name: '', bot: USUAL, options: {} }];
    while (this.seats.length < count) this.add(bot);
  }

  private add(bot: string): void {
    this.seats.push({ kind: 'bot', name: '', bot, options: {} });
    this.meet(this.seats.length - 1);
  }

  /** Somebody with a name takes a bot's seat. */
  meet(at: number): void {
    const taken = this.seats.map((seat) => seat.name);
    this.seats[at]!.name = nameFor(this.bots.find((bot) => bot.name === this.seats[at]!.bot), taken);
  }

  setKind(at: number, kind: SeatChoice['kind']): void {
    if (kind === 'you') this.seats.forEach((seat, i) => seat.kind === 'you' && this.setKind(i, 'bot'));
    this.seats[at]!.kind = kind;
    this.seats[at]!.name = '';
    if (kind === 'bot') this.meet(at);
  }

  resize(count: number): void {
    while (this.seats.length > count) this.seats.pop();
    while (this.seats.length < count) this.add(USUAL);
  }

  /** You against the bots of a level, with its settings. */
  sit(ready: ReadyTableShown): void {
    this.fill(ready.bots + 1, ready.level);
    this.settings = { ...this.settings, ...ready.settings };
  }

  get friends(): boolean {
    return this.seats.some((seat) => seat.kind === 'friend');
  }

  get shared(): boolean {
    return this.seats.some((seat) => seat.kind === 'beside');
  }

  wish(name: string): TableForm {
    const seats: SeatForm[] = this.seats.map((seat) => {
      if (seat.kind === 'bot') return { kind: 'bot', bot: spec(seat.bot, seat.options), ...(seat.name ? { name: seat.name } : {}) };
      return { kind: seat.kind, name: seat.name || (seat.kind === 'you' ? name || 'Guest' : seat.kind === 'beside' ? 'Neighbour' : 'Friend') };
    });
    const settings = Object.fromEntries(Object.entries(this.settings).filter(([, value]) => value !== ''));
    const wish: TableForm = { game: this.game!.name, seats, settings, practice: this.practice && !this.friends && !this.shared, pace: this.pace, window: this.window };
    if (this.friends) wish.clock = this.clock;
    return this.seed.trim() ? { ...wish, seed: this.seed.trim() } : wish;
  }

  /** What is wrong with the seed, in words; empty if nothing is. */
  get seedProblem(): string {
    return /^(\d{1,18}|[0-9a-fA-F]{32,128})?$/.test(this.seed.trim()) ? '' : 'A seed is a whole number, such as 42.';
  }
}
