/** The game at the table as it explains itself: what its cards are called and do, its choices and stamps. Fetched once per game. */
import { get } from './api';
import { faceOf, nameOf, rankOf, type Face } from './cards/parse';
import { getContext, setContext } from 'svelte';
import type { Choice, Guide } from './types.generated';

class Guides {
  /** The game whose cards are on the screen: a Duke elsewhere is not the Duke of Coup. */
  game = $state('');
  current = $state.raw<Guide | null>(null);
  private kept = new Map<string, Promise<Guide>>();

  fetch(game: string): Promise<Guide> {
    let found = this.kept.get(game);
    if (!found) {
      found = get<Guide>(`/games/${game}/guide`);
      found.catch(() => this.kept.delete(game));
      this.kept.set(game, found);
    }
    return found;
  }

  /** A guide that is known already: it is not fetched. */
  keep(game: string, guide: Guide): void {
    this.kept.set(game, Promise.resolve(guide));
  }

  /** From now on cards are those of this game. */
  async open(game: string): Promise<void> {
    if (this.game === game && this.current) return;
    this.game = game;
    this.current = null;
    const found = await this.fetch(game).catch(() => null);
    if (this.game === game) this.current = found;
  }

  /** The guide of a game, if it is the one that is open. */
  private of(game: string): Guide | null {
    return game === this.game ? this.current : null;
  }

  /** What a card does, in a sentence or two; empty if the game does not say. */
  whatDoes(text: string, game = this.game): string {
    const cards = this.of(game)?.cards ?? {};
    return cards[text] ?? cards[text.toLowerCase()] ?? cards[rankOf(text)] ?? cards['*'] ?? '';
  }

  faceOf = (text: string, game = this.game): Face => faceOf(text, game);

  /** How the game itself draws a card: SVG, or signs to stand over the text. */
  drawn = (text: string, game: string): string => this.of(game)?.faces[text] ?? '';

  /** A card as people call it. */
  nameOf = (text: string, game = this.game): string => this.of(game)?.names[text] ?? nameOf(text, game);

  choice(key: string): Choice | null {
    return this.current?.choices.find((choice) => choice.key === key) ?? null;
  }
}

export const guides = new Guides();

const GAME = Symbol('game');

/** All cards within this component are of this game, whichever is open. */
export function setGame(game: () => string): void {
  setContext(GAME, game);
}

/** The game of the cards within this component. */
export function gameHere(): () => string {
  return getContext<(() => string) | undefined>(GAME) ?? (() => guides.game);
}
