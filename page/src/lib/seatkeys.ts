/** What this browser keeps of its tables: seat tokens, invitations, seats beside you.
 *
 * Seat tokens. One tab keeps its own; another tab of the same browser falls back on the last one that was given.
 */
import type { Invitation } from './types.generated';

const key = (table: string): string => `croupier.seat.${table}`;

export function keepToken(table: string, token: string): void {
  sessionStorage.setItem(key(table), token);
  localStorage.setItem(key(table), token);
}

export function tokenOf(table: string): string | null {
  return sessionStorage.getItem(key(table)) ?? localStorage.getItem(key(table));
}

export function forgetToken(table: string): void {
  sessionStorage.removeItem(key(table));
  localStorage.removeItem(key(table));
  localStorage.removeItem(beside(table));
  localStorage.removeItem(codes(table));
}

/** The tables at which this browser has a seat. */
export const tablesHere = (): string[] => Object.keys(localStorage).filter((name) => name.startsWith(key(''))).map((name) => name.slice(key('').length));

const beside = (table: string): string => `croupier.beside.${table}`;

/** The tokens of all seats at a screen that several people share, seat by seat. */
export function keepBeside(table: string, tokens: Record<number, string>): void {
  if (Object.keys(tokens).length > 1) localStorage.setItem(beside(table), JSON.stringify(tokens));
}

export function besideOf(table: string): Record<number, string> {
  const text = localStorage.getItem(beside(table));
  return text ? (JSON.parse(text) as Record<number, string>) : {};
}

const codes = (table: string): string => `croupier.invitations.${table}`;

export function keepInvitations(table: string, invitations: Invitation[]): void {
  if (invitations.length) localStorage.setItem(codes(table), JSON.stringify(invitations));
}

export function invitationsOf(table: string): Invitation[] {
  const text = localStorage.getItem(codes(table));
  return text ? (JSON.parse(text) as Invitation[]) : [];
}
