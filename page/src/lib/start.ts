/** Opening tables: what the lobby asked for is remembered, so that "Play again" asks for the same. */
import { post } from './api';
import { keepInvitations, keepToken } from './seatkeys';
import type { TableForm, TableOpened } from './types.generated';

const key = (table: string): string => `croupier.wish.${table}`;

/** The address of a new table. */
export async function start(wish: TableForm): Promise<string> {
  const made = await post<TableOpened>('/tables', wish);
  if (made.token) keepToken(made.table, made.token);
  keepInvitations(made.table, made.invitations);
  sessionStorage.setItem(key(made.table), JSON.stringify(wish));
  return `/table/${made.table}`;
}

export async function restart(table: string): Promise<string | null> {
  const wish = sessionStorage.getItem(key(table));
  if (!wish) return null;
  const { seed: _seed, ...same } = JSON.parse(wish) as TableForm;
  return start(same);
}
