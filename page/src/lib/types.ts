/** The messages of the server, as the page reads them. The truth is docs/web-api.md; this is its shadow. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type View = Record<string, any>;

export interface Option {
  name: string;
  kind: string;
  default: Json;
  text: string;
  choices?: Json[] | null;
  min?: number | null;
  max?: number | null;
}
export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  seats: { min: number; max: number; usual: number };
  teams: boolean;
  settings: Option[];
  levels: string[];
}
export interface BotInfo {
  name: string;
  text: string;
  options: Option[];
}

export interface ZoneCard {
  text: string;
  /** Left out where it is true. */
  face_up?: boolean;
}
export interface Zone {
  title: string;
  seat: number | null;
  cards: ZoneCard[];
  count: number;
}
export interface SeatInfo {
  seat: number;
  name: string;
  kind: string;
  here: boolean;
}
export interface GameEvent {
  type: string;
  text: string;
  [key: string]: any;
}
export interface LogEntry {
  step: number;
  lines: string[];
  seat: number | null;
  note: string;
}
export interface Result {
  places: number[];
  scores: number[];
  ending: string;
  winners: number[];
  wording: string;
}
export interface LegalMove {
  index: number;
  text: string;
  label: string;
  type: string;
  [key: string]: any;
}

export interface GameState {
  type: 'game_state';
  table: string;
  game: string;
  title: string;
  seat: number | null;
  names: string[];
  seats: SeatInfo[];
  teams: number[];
  settings: Record<string, Json>;
  practice: boolean;
  pace: number;
  paused: boolean;
  window: number;
  open_window: { seconds: number; lines: string[] } | null;
  step: number;
  view: View;
  zones: Zone[];
  text: string;
  log: LogEntry[];
  to_act: number[];
  result: Result | null;
  replay: string | null;
}
export interface MoveMade {
  type: 'move_made';
  step: number;
  seat: number | null;
  name: string | null;
  move: string | null;
  label: string | null;
  events: GameEvent[];
  lines: string[];
  say: { seat: number; name?: string; text: string }[];
  note: string;
  view: View;
  zones: Zone[];
  text: string;
  to_act: number[];
}
export interface LegalMoves {
  type: 'legal_moves';
  decision: number;
  question: string;
  prompt: string;
  moves: LegalMove[];
  clock: number | null;
  window: number | null;
  refused: string;
  view: View | null;
  zones: Zone[] | null;
  text: string | null;
}
export interface Over {
  type: 'over';
  result: Result;
  replay: string | null;
  wording: string;
  summary: string[];
}
export interface Hint {
  decision: number;
  index: number;
  moves: { index: number; value: number; visits?: number }[];
}
export interface Talk {
  seat: number | null;
  name: string;
  text: string;
}

export interface Created {
  table: string;
  seat: number | null;
  token: string | null;
  invitations: { seat: number; code: string }[];
}
