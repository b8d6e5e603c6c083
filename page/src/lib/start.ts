/** Opening tables. */
import { post } from './api';
import { keepInvitations, keepToken } from './seatkeys';
import type { LiveTable } from './live.svelte';
import type { RematchOpened, SeatTaken, TableForm, TableOpened } from './types.generated';

/** The address of a new table. */
export async function start(wish: TableForm): Promise<string> {
  const made = await post<TableOpened>('/tables', wish);
  if (made.token) keepToken(made.table, made.token);
  keepInvitations(made.table, made.invitations);
  return `/table/${made.table}`;
}

/** The address of another match with the same people: opened now, or joined where somebody else has opened it. */
export async function rematch(table: LiveTable, name: string): Promise<string> {
  const open = table.rematch?.table;
  const made = open ? { table: open, ...(await post<SeatTaken>(`/tables/${open}/join`, { code: table.token, name })) } : await post<RematchOpened>(`/tables/${table.id}/rematch`, {}, table.token);
  keepToken(made.table, made.token);
  return `/table/${made.table}`;
}
