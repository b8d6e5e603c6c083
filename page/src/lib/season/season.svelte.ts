/** A season as its server tells it, and the tokens of this browser. Written by season/pages.py. */
import { API, ApiError } from '$lib/api';

export interface Row {
  team: number;
  name: string;
  division: string;
  reference: boolean;
  version: number;
  elo: number | null;
  low: number;
  high: number;
  matches: number;
  win_rate: number;
  faults: number;
  seconds: number | null;
  beats: string[];
}
export interface Board {
  at: string | null;
  matches: number;
  rows: Row[];
}
export interface SeasonRound {
  number: number;
  name: string;
  deadline: string;
  format: string;
  phase: string;
  commitment: string;
  secret: string | null;
  problem: string;
  bundle: string | null;
}
export interface SeasonInfo {
  title: string;
  game: string;
  game_title: string;
  seats: number;
  opens: string | null;
  closes: string | null;
  open: boolean;
  team_size: number;
  divisions: string[];
  limits: { answer_seconds: number; memory_mb: number; upload_kb: number };
  quota: { submissions_per_day: number };
  rounds: SeasonRound[];
  paused: boolean;
  news: { at: string; text: string }[];
}
export interface Fault {
  question: string;
  seat: number;
  seats: number;
  view: string;
  moves: string[];
  came: string;
}
export interface Report {
  passed: boolean;
  reason: string;
  findings: { check: string; passed: boolean; observed: string; faults: Fault[] }[];
}
export interface Version {
  number: number;
  version: number;
  handed_in: string;
  state: string;
  active: boolean;
  hash: string;
  file?: string;
  report?: Report | null;
}
export interface SeasonMatch {
  match: string;
  at: string;
  others: string[];
  place: number;
  won: boolean;
  faults: number;
  replay: string | null;
  file: boolean;
}
export interface SeasonTeam {
  team: number;
  name: string;
  division: string;
  reference: boolean;
  disqualified: string;
  members: string[];
  mine: boolean;
  rating: Row | null;
  place: number | null;
  versions: Version[];
  matches: SeasonMatch[];
  against: { name: string; matches: number; rate: number; interval: [number, number] }[];
  team_code?: string;
  faults?: { match: string; fault: string; printed: string }[];
}
export interface Line {
  team: number;
  name: string;
  points: [string, number][];
}

const TOKEN = 'croupier.season.token';
const ADMIN = 'croupier.season.admin';

class Tokens {
  token = $state(read(TOKEN));
  admin = $state(read(ADMIN));

  keep(token: string): void {
    this.token = token;
    write(TOKEN, token);
  }
  keepAdmin(token: string): void {
    this.admin = token;
    write(ADMIN, token);
  }
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, value: string): void {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    /* private browsing: it lasts as long as the page */
  }
}

export const tokens = new Tokens();

/** One request to the season's API, with the tokens that this browser has. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (tokens.token) headers['Authorization'] = `Bearer ${tokens.token}`;
  if (tokens.admin && path.startsWith('/admin')) headers['X-Admin-Token'] = tokens.admin;
  const raw = body instanceof Blob;
  if (body !== undefined) headers['Content-Type'] = raw ? 'application/octet-stream' : 'application/json';
  let answer: Response;
  try {
    answer = await fetch(`${API}/season${path}`, { method, headers, body: body === undefined ? undefined : raw ? body : JSON.stringify(body) });
  } catch {
    throw new ApiError(0, 'offline', 'The server does not answer. Is croupier host still running?');
  }
  if (!answer.ok) {
    const found = (await answer.json().catch(() => ({}))) as { error?: { code: string; message: string } };
    throw new ApiError(answer.status, found.error?.code ?? '', found.error?.message ?? `The server answered ${answer.status}.`);
  }
  const text = await answer.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Asks again and again while the page is looked at. */
export function poll(work: () => Promise<void>, seconds: number): () => void {
  let timer = 0;
  let ended = false;
  const run = async (): Promise<void> => {
    if (!document.hidden) await work();
    if (!ended) timer = window.setTimeout(() => void run(), seconds * 1000);
  };
  void run();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

export const when = (text: string): string => new Date(text).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
export const percent = (share: number): string => `${Math.round(share * 100)}%`;
