/** The game at the table as it explains itself: what its cards are called and do, its choices and stamps. Fetched once per game. */
import { get } from './api';
import { faceOf, nameOf, rankOf, type Face } from './cards/parse';
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

  /** From now on cards are those of this game. */
  async open(game: string): Promise<void> {
    if (this.game === game && this.current) return;
    this.game = game;
    this.current = null;
    const found = await this.fetch(game).catch(() => null);
    if (this.game === game) this.current = found;
  }

  /** What a card does, in a sentence or two; empty if the game does not say. */
  whatDoes(text: string): string {
    const cards = this.current?.cards ?? {};
    return cards[text] ?? cards[text.toLowerCase()] ?? cards[rankOf(text)] ?? cards['*'] ?? '';
  }

  faceOf = (text: string): Face => faceOf(text, this.game);

  /** A card as people call it. */
  nameOf = (text: string): string => this.current?.names[text] ?? nameOf(text, this.game);

  choice(key: string): Choice | null {
    return this.current?.choices.find((choice) => choice.key === key) ?? null;
  }
}

export const guides = new Guides();
