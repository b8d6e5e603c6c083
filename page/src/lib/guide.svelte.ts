/** What the game at the table says to beginners: fetched once per game, asked by every card on the screen. */
import { get } from './api';
import { rankOf } from './cards/parse';
import type { Guide } from './types.generated';

class Guides {
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

  /** From now on cards are those of this game. */
  async open(game: string): Promise<void> {
    this.current = null;
    this.current = await this.fetch(game).catch(() => null);
  }

  /** What a card does, in a sentence or two; empty if the game does not say. */
  whatDoes(text: string): string {
    const cards = this.current?.cards ?? {};
    return cards[text] ?? cards[text.toLowerCase()] ?? cards[rankOf(text)] ?? cards['*'] ?? '';
  }
}

export const guides = new Guides();
