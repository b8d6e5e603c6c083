/** One table as the page knows it: what the socket told, in the order it told it. It draws nothing.
 *
 * A lost connection is taken up again with the same token; the server then sends the whole state once more.
 */
import { ApiError, get, socketAddress } from './api';
import { flightsOf } from './games/flights';
import { stampOf, type Stamp } from './games/moments';
import { prefs } from './prefs.svelte';
import { play } from './sound';
import type { GameEvent, GameState, Hint, LegalMoves, LogLine, MoveMade, MatchOver, Rematch, SaidShown, ServerMessage, View } from './types.generated';

const TALK_KEPT = 100;
/** Milliseconds after an answer in which another press is taken for the second half of a double one. */
const GUARD = 250;
/** Milliseconds in which a move is seen, at the quickest and the slowest pace, and how long a stamp stays at least. */
const QUICKEST = 120;
const FLIGHT = 650;
const STAMP = 900;
/** The part of a table's pace that is movement; the rest is for looking. */
const MOVING = 0.85;
/** What comes in its order, each when what came before has been seen. */
const IN_ORDER = new Set(['move_made', 'legal_moves', 'window', 'ai_thinking', 'over']);

export interface OpenWindow {
  seconds: number;
  ends: number;
  /** What may be reacted to. */
  lines: string[];
  events: GameEvent[];
}

export class LiveTable {
  state = $state.raw<GameState | null>(null);
  legal = $state.raw<LegalMoves | null>(null);
  events = $state.raw<GameEvent[]>([]);
  /** The view before these events. */
  before = $state.raw<View | null>(null);
  lines = $state.raw<string[]>([]);
  mover = $state<number | null>(null);
  log = $state.raw<LogLine[]>([]);
  talk = $state.raw<SaidShown[]>([]);
  /** Seats of this screen that are asked, where several people share it. */
  askedHere = $state.raw<number[]>([]);
  thinking = $state.raw<{ seat: number; name: string } | null>(null);
  window = $state.raw<OpenWindow | null>(null);
  /** When the time for the open question is over. */
  clock = $state.raw<{ seconds: number; ends: number } | null>(null);
  over = $state.raw<MatchOver | null>(null);
  /** What is on its way over the table, and in how many milliseconds; the table changes when it has arrived. */
  moving = $state.raw<{ events: GameEvent[]; time: number } | null>(null);
  stamp = $state.raw<Stamp | null>(null);
  rematch = $state.raw<Rematch | null>(null);
  hint = $state.raw<Hint | null>(null);
  hinting = $state(false);
  problem = $state('');
  connected = $state(false);
  gone = $state(false);

  private socket: WebSocket | null = null;
  private tries = 0;
  private closed = false;
  private answered = -Infinity;
  private timer = 0;
  /** Messages that wait, with the moment at which they came. */
  private waiting: { message: ServerMessage; at: number }[] = [];
  /** The timer of what is being shown, and what is done when it is over. */
  private showing: { timer: number; finish: () => void } | null = null;
  private stampTimer = 0;

  constructor(
    readonly id: string,
    readonly token: string | null,
  ) {}

  open(): void {
    const socket = new WebSocket(socketAddress(`/tables/${this.id}/live`));
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: 'join', version: 1, token: this.token }));
    };
    socket.onmessage = (message) => this.hear(JSON.parse(String(message.data)) as ServerMessage);
    socket.onclose = (event) => {
      if (this.socket !== socket || this.closed) return;
      this.connected = false;
      if (event.code === 4404 || event.code === 4410 || event.code === 4401 || event.code === 4403) {
        this.gone = true;
        return;
      }
      // A socket that is refused does not say why; the same question over REST does, and asks for a password if need be.
      if (!this.state) void get(`/tables/${this.id}`, this.token).catch((error: unknown) => this.refused(error));
      this.tries += 1;
      this.timer = setTimeout(() => this.open(), Math.min(250 * 2 ** this.tries, 5000)) as unknown as number;
    };
  }

  private refused(error: unknown): void {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) {
      clearTimeout(this.timer);
      this.gone = true;
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.forget();
    this.socket?.close();
  }

  private send(message: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  choose = (index: number, planned = false): void => {
    if (!this.legal) return;
    const now = performance.now();
    if (!planned && prefs.guard === 'on' && now - this.answered < GUARD) return;
    this.answered = now;
    this.send({ type: 'select_move', decision: this.legal.decision, index });
    this.legal = null;
    this.askedHere = this.askedHere.filter((seat) => seat !== this.state?.seat);
    this.clock = null;
    this.hint = null;
    this.problem = '';
  };
  say = (text: string): void => this.send({ type: 'talk', text });
  undo = (): void => this.send({ type: 'undo' });
  skip = (): void => this.send({ type: 'skip' });
  askHint = (): void => {
    this.hinting = true;
    this.send({ type: 'hint' });
  };
  setPace = (pace: number, paused: boolean): void => {
    if (this.state) this.state = { ...this.state, pace, paused };
    this.send({ type: 'pace', pace, paused });
  };

  /** Show what is still to come at once; `tell` the server too, so that it does not wait before the next move. */
  hurry = (tell: boolean): void => {
    while (this.showing) {
      const { timer, finish } = this.showing;
      clearTimeout(timer);
      this.showing = null;
      finish();
    }
    this.stamp = null;
    if (tell && !this.legal && !this.over) this.send({ type: 'hurry' });
  };

  private hear(message: ServerMessage): void {
    if (!IN_ORDER.has(message.type)) return this.take(message, performance.now());
    this.waiting.push({ message, at: performance.now() });
    if (!this.showing) this.next();
  }

  private next(): void {
    while (this.waiting.length && !this.showing) {
      const { message, at } = this.waiting.shift()!;
      if (message.type === 'move_made') this.show(message);
      else this.take(message, at);
    }
  }

  /** The move first, then the table as it is after it: cards and coins arrive before they lie there. */
  private show(move: MoveMade): void {
    const behind = 1 + this.waiting.filter(({ message }) => message.type === 'move_made').length;
    const time = prefs.time(Math.max(QUICKEST, move.pause * 1000 * MOVING) / behind);
    const travels = time > 0 && this.state !== null && flightsOf(this.state.game, move.events, this.state.view).length > 0;
    const flight = travels ? Math.min(time, FLIGHT) : 0;
    const land = (): void => {
      this.moving = null;
      this.moved(move);
      this.wait(time - flight, () => this.next());
    };
    if (!flight) return land();
    this.moving = { events: move.events, time: flight };
    play('card');
    this.wait(flight, land);
  }

  private wait(time: number, finish: () => void): void {
    const done = (): void => {
      this.showing = null;
      finish();
    };
    if (time > 0) this.showing = { timer: setTimeout(done, time) as unknown as number, finish };
    else finish();
  }

  private forget(): void {
    if (this.showing) clearTimeout(this.showing.timer);
    clearTimeout(this.stampTimer);
    this.showing = null;
    this.waiting = [];
    this.moving = null;
    this.stamp = null;
  }

  private take(message: ServerMessage, at: number): void {
    switch (message.type) {
      case 'game_state':
        return this.begin(message);
      case 'legal_moves':
        return this.asked(message, at);
      case 'ai_thinking':
        this.thinking = message;
        return;
      case 'window':
        return this.openWindow(message.seconds, message.lines, message.events, at);
      case 'rematch':
        this.rematch = message;
        return;
      case 'talk':
        this.talk = [...this.talk.slice(-TALK_KEPT), message];
        return;
      case 'hint':
        this.hinting = false;
        if (message.decision === this.legal?.decision) this.hint = message;
        return;
      case 'seat_changed': {
        const { seats, pace, paused, watchers } = message;
        if (this.state) this.state = { ...this.state, seats, pace, paused, watchers, names: seats.map((seat) => seat.name) };
        return;
      }
      case 'asked_here':
        this.askedHere = message.seats;
        return;
      case 'closed':
        this.problem = message.reason;
        this.gone = true;
        return;
      case 'over':
        this.over = message;
        if (this.state?.seat != null) play(message.result.winners.includes(this.state.seat) ? 'won' : 'lost');
        this.legal = null;
        this.clock = null;
        this.thinking = null;
        this.window = null;
        return;
      case 'error':
        this.problem = message.message;
        this.hinting = false;
        return;
    }
  }

  private begin(state: GameState): void {
    this.forget();
    this.connected = true;
    this.rematch = state.rematch ? { type: 'rematch', table: state.rematch, name: '' } : null;
    this.tries = 0;
    this.state = state;
    this.log = state.log;
    this.talk = state.talk;
    this.askedHere = state.asked_here;
    this.legal = null;
    this.clock = null;
    this.thinking = null;
    this.window = null;
    this.hint = null;
    this.events = [];
    this.before = null;
    const last = state.log.at(-1);
    this.lines = last?.lines ?? [];
    this.mover = last?.seat ?? null;
    this.problem = '';
    if (state.open_window) this.openWindow(state.open_window.seconds, state.open_window.lines, state.open_window.events, performance.now());
    if (state.result) {
      this.over = { type: 'over', result: state.result, replay: state.replay, wording: state.result.wording, summary: [] };
    } else {
      this.over = null;
    }
  }

  /** In a reaction window the question brings its own view, for nobody else sees the table change then. */
  private asked(legal: LegalMoves, at: number): void {
    this.legal = legal;
    play('turn');
    this.thinking = null;
    this.hint = null;
    this.problem = legal.refused;
    if (this.state && legal.view && legal.zones) {
      this.state = { ...this.state, view: legal.view, zones: legal.zones, text: legal.text ?? this.state.text };
    }
    this.clock = legal.clock === null ? null : { seconds: this.state?.clock ?? legal.clock, ends: at + legal.clock * 1000 };
    if (legal.window) this.openWindow(legal.window, this.window?.lines ?? this.lines, this.window?.events ?? this.events, at);
  }

  private moved(move: MoveMade): void {
    if (!this.state) return;
    this.before = this.state.view;
    this.state = { ...this.state, step: move.step, view: move.view, zones: move.zones, text: move.text, to_act: move.to_act, out: move.out };
    this.events = move.events;
    if (move.lines.length) this.lines = move.lines;
    this.mover = move.seat;
    this.log = [...this.log, { step: move.step, lines: move.lines, seat: move.seat, note: move.note, turn: move.turn, score: move.score }];
    this.thinking = null;
    this.window = null;
    this.stampFor(move.pause * 1000, stampOf(move.events, this.before));
    if (move.say.length) this.talk = [...this.talk.slice(-TALK_KEPT), ...move.say];
  }

  private openWindow(seconds: number, lines: string[], events: GameEvent[], at: number): void {
    this.window = { seconds, ends: at + seconds * 1000, lines, events };
  }

  private stampFor(time: number, stamp: Stamp | null): void {
    clearTimeout(this.stampTimer);
    this.stamp = stamp;
    if (!stamp) return;
    play(stamp.kind);
    this.stampTimer = setTimeout(() => (this.stamp = null), Math.max(STAMP, time)) as unknown as number;
  }
}
