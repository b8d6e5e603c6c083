/** The table of each game, fetched when the first one of its kind is opened. A game without one gets the generic. */
import type { TableProps } from '$lib/table/props';
import type { Component } from 'svelte';

type Table = Component<TableProps>;

const TABLES: Record<string, () => Promise<{ default: Table }>> = {
  kittens: () => import('./Kittens.svelte'),
  coup: () => import('./Coup.svelte'),
  cuttle: () => import('./Cuttle.svelte'),
  bluff: () => import('./Bluff.svelte'),
  belote: () => import('./Belote.svelte'),
};

export async function tableFor(game: string, generic = false): Promise<Table> {
  const load = generic ? undefined : TABLES[game];
  return (await (load ? load() : import('./Generic.svelte'))).default;
}

export const hasOwnTable = (game: string): boolean => game in TABLES;
