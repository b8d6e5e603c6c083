/** Seat tokens. One tab keeps its own; another tab of the same browser falls back on the last one that was given. */
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
}

const codes = (table: string): string => `croupier.invitations.${table}`;

export function keepInvitations(table: string, invitations: Invitation[]): void {
  if (invitations.length) localStorage.setItem(codes(table), JSON.stringify(invitations));
}

export function invitationsOf(table: string): Invitation[] {
  const text = localStorage.getItem(codes(table));
  return text ? (JSON.parse(text) as Invitation[]) : [];
}
