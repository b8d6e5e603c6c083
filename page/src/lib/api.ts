/** REST, one function for each way of asking. An error is the server's own sentence. */
import { login } from './login.svelte';

export const API = '/api/v1';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function ask<T>(method: string, path: string, body?: unknown, token?: string | null): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(API + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new ApiError(0, 'offline', 'The server does not answer. Is croupier serve still running?');
  }
  if (!answer.ok) throw await failure(answer);
  if (answer.status === 204) return undefined as T;
  return (await answer.json()) as T;
}

async function failure(answer: Response): Promise<ApiError> {
  let code = String(answer.status);
  let message = `The server answered ${answer.status}.`;
  try {
    const body = await answer.json();
    code = body.error?.code ?? code;
    message = body.error?.message ?? message;
  } catch {
    /* not JSON: the status has to do */
  }
  if (code === 'no_password') login.needed = true;
  return new ApiError(answer.status, code, message);
}

export const get = <T>(path: string, token?: string | null): Promise<T> => ask<T>('GET', path, undefined, token);
export const post = <T>(path: string, body: unknown = {}, token?: string | null): Promise<T> =>
  ask<T>('POST', path, body, token);

/** Waits for something the server computes in a worker: 202 means come back. */
export async function getWhenReady<T>(path: string, every = 700): Promise<T> {
  for (;;) {
    const answer = await fetch(API + path, { headers: { Accept: 'application/json' } });
    if (answer.status === 202) {
      await new Promise((resume) => setTimeout(resume, every));
      continue;
    }
    if (!answer.ok) throw await failure(answer);
    return (await answer.json()) as T;
  }
}

export const said = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The address of a socket on the same host as the page. */
export const socketAddress = (path: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${API}${path}`;
