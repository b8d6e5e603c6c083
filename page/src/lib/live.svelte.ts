/** One table as the page knows it: what the socket told, in the order it told it. It draws nothing.
 *
 * A lost connection is taken up again with the same token; the server then sends the whole state once more.
 */
import { ApiError, get, socketAddress } from './api';
import { labelled } from './games/labels';
import { promptOf } from './games/prompts';
import { prefs } from './prefs.svelte';
import { cardsOf } from './table/props';
import type { GameEvent, GameState, Hint, LegalMoves, LogLine, MoveMade, MatchOver, SaidShown, ServerMessage, View } from './types.generated';

const TALK_KEPT = 100;
/** Milliseconds after an answer in which another press is taken for the second half of a double one. */
const GUARD = 250;

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
  thinking = $state.raw<{ seat: number; name: string } | null>(null);
  window = $state.raw<OpenWindow | null>(null);
  /** When the time for the open question is over. */
  clock = $state.raw<{ seconds: number; ends: number } | null>(null);
  over = $state.raw<MatchOver | null>(null);
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

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case 'game_state':
        return this.begin(message);
      case 'move_made':
        return this.moved(message);
      case 'legal_moves':
        return this.asked(message);
      case 'ai_thinking':
        this.thinking = message;
        return;
      case 'window':
        return this.openWindow(message.seconds, message.lines, message.events);
      case 'talk':
        this.talk = [...this.talk.slice(-TALK_KEPT), message];
        return;
      case 'hint':
        this.hinting = false;
        if (message.decision === this.legal?.decision) this.hint = message;
        return;
      case 'seat_changed': {
        const { seats, pace, paused } = message;
        if (this.state) this.state = { ...this.state, seats, pace, paused, names: seats.map((seat) => seat.name) };
        return;
      }
      case 'closed':
        this.problem = message.reason;
        this.gone = true;
        return;
      case 'over':
        this.over = message;
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
    this.connected = true;
    this.tries = 0;
    this.state = state;
    this.log = state.log;
    this.talk = state.talk;
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
    if (state.open_window) this.openWindow(state.open_window.seconds, state.open_window.lines, state.open_window.events);
    if (state.result) {
      this.over = { type: 'over', result: state.result, replay: state.replay, wording: state.result.wording, summary: [] };
    } else {
      this.over = null;
    }
  }

  /** In a reaction window the question brings its own view, for nobody else sees the table change then. */
  private asked(legal: LegalMoves): void {
    const game = this.state?.game ?? '';
    this.legal = {
      ...legal,
      prompt: promptOf(game, legal.question, legal.prompt),
      moves: labelled(game, legal.moves, this.state?.names ?? [], cardsOf((legal.view ?? this.state?.view)?.['hand'])),
    };
    this.thinking = null;
    this.hint = null;
    this.problem = legal.refused;
    if (this.state && legal.view && legal.zones) {
      this.state = { ...this.state, view: legal.view, zones: legal.zones, text: legal.text ?? this.state.text };
    }
    this.clock = legal.clock === null ? null : { seconds: this.state?.clock ?? legal.clock, ends: performance.now() + legal.clock * 1000 };
    if (legal.window) this.openWindow(legal.window, this.window?.lines ?? this.lines, this.window?.events ?? this.events);
  }

  private moved(move: MoveMade): void {
    if (!this.state) return;
    this.before = this.state.view;
    this.state = { ...this.state, step: move.step, view: move.view, zones: move.zones, text: move.text, to_act: move.to_act, out: move.out };
    this.events = move.events;
    if (move.lines.length) this.lines = move.lines;
    this.mover = move.seat;
    this.log = [...this.log, { step: move.step, lines: move.lines, seat: move.seat, note: move.note }];
    this.thinking = null;
    this.window = null;
    if (move.say.length) this.talk = [...this.talk.slice(-TALK_KEPT), ...move.say];
  }

  private openWindow(seconds: number, lines: string[], events: GameEvent[]): void {
    this.window = { seconds, ends: performance.now() + seconds * 1000, lines, events };
  }
}
