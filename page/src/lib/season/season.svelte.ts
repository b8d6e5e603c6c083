/** Requests to the season's API, and the tokens of this browser. */
import { API, ApiError } from '$lib/api';

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

/** One request to the season's API, with the tokens that this browser has; an ApiError if it is refused. */
async function send(method: string, path: string, body?: unknown): Promise<Response> {
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
  return answer;
}

/** One request whose answer is JSON. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const text = await (await send(method, path, body)).text();
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Fetches a file that needs a token, and saves it. */
export async function download(path: string, name: string): Promise<void> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await (await send('GET', path)).blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
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
export const elo = (value: number): string => `${Math.round(value)}`;
