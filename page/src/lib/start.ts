/** Opening tables. */
import { post } from './api';
import { besideOf, keepBeside, keepInvitations, keepToken } from './seatkeys';
import type { LiveTable } from './live.svelte';
import type { RematchOpened, SeatTaken, TableForm, TableOpened } from './types.generated';

/** The address of a new table. */
export async function start(wish: TableForm): Promise<string> {
  return sit(await post<TableOpened>('/tables', wish));
}

/** The address of a table at a step of a replay, to answer there differently. */
export async function branch(replay: string, step: number, name: string): Promise<string> {
  return sit(await post<TableOpened>(`/replays/${replay}/branch`, { step, name: name || 'Guest' }));
}

/** The address of a table that begins at a puzzle. */
export async function playOn(puzzle: string, bot: string, name: string): Promise<string> {
  return sit(await post<TableOpened>(`/puzzles/${puzzle}/play`, { bot, name: name || 'Guest' }));
}

function sit(made: TableOpened): string {
  if (made.token) keepToken(made.table, made.token);
  keepInvitations(made.table, made.invitations);
  if (made.seat !== null && made.token) keepBeside(made.table, Object.fromEntries([[made.seat, made.token], ...made.beside.map(({ seat, token }) => [seat, token])]));
  return `/table/${made.table}`;
}

/** The address of another match with the same people: opened now, or joined where somebody else has opened it. */
export async function rematch(table: LiveTable, name: string): Promise<string> {
  const open = table.rematch?.table;
  const made = open ? { table: open, ...(await post<SeatTaken>(`/tables/${open}/join`, { code: table.token, name })) } : await post<RematchOpened>(`/tables/${table.id}/rematch`, {}, table.token);
  keepToken(made.table, made.token);
  // Who shares this screen comes along.
  const tokens: Record<number, string> = { [table.state?.seat ?? 0]: made.token };
  for (const [seat, code] of Object.entries(besideOf(table.id))) {
    if (code !== table.token) tokens[Number(seat)] = (await post<SeatTaken>(`/tables/${made.table}/join`, { code, name: table.state?.names[Number(seat)] ?? '' })).token;
  }
  keepBeside(made.table, tokens);
  return `/table/${made.table}`;
}
