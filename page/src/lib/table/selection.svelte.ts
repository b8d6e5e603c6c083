/** From cards and places to moves: which of the legal moves a click, a drag or a key means.
 *
 * A game says for each move where it begins (a card, an action) and where it goes (a pile, a seat, another card). One move
 * left: it is played. Several: the card stays selected, its places light up, and the bar below lists them.
 */
import type { Hint, LegalMove } from '$lib/types.generated';
import type { Drag } from './drag';

export interface Placed {
  move: LegalMove;
  from: string | null;
  to: string | null;
}

export class Selection {
  selected = $state<string | null>(null);
  narrowed = $state<string | null>(null);

  constructor(
    private readonly moves: () => Placed[],
    private readonly choose: (index: number) => void,
    private readonly hint: () => Hint | null = () => null,
  ) {}

  /** Whether the hint's move begins at this card or action, which is not chosen yet. */
  hintedFrom(key: string): boolean {
    return this.advised?.from === key && this.selected !== key;
  }

  /** Whether the hint's move goes to this place: marked once the card it begins with is chosen, until the place is too. */
  hintedTo(spot: string): boolean {
    const best = this.advised;
    return best !== null && best.to === spot && best.from === this.selected && this.narrowed !== spot;
  }

  private get advised(): Placed | null {
    const index = this.hint()?.index ?? -1;
    return this.moves().find(({ move }) => move.index === index) ?? null;
  }

  from(key: string): Placed[] {
    return this.moves().filter((placed) => placed.from === key);
  }

  starts(key: string): boolean {
    return this.moves().some((placed) => placed.from === key);
  }

  /** Whether this place takes what is selected, or a move that begins nowhere. */
  takes(spot: string): boolean {
    return this.moves().some((placed) => placed.to === spot && placed.from === this.selected);
  }

  /** The number of the one move that a click on this card plays, if there is only one. */
  only(key: string): number | null {
    const found = this.from(key);
    return found.length === 1 ? found[0]!.move.index : null;
  }

  pick = (key: string): void => {
    const found = this.from(key);
    if (found.length === 1) return this.play(found[0]!);
    this.narrowed = null;
    this.selected = found.length && this.selected !== key ? key : null;
  };

  target = (spot: string): void => {
    const found = this.moves().filter((placed) => placed.to === spot && placed.from === this.selected);
    if (found.length === 1) return this.play(found[0]!);
    if (found.length > 1) this.narrowed = spot;
  };

  drag = (key: string): Drag => ({
    lift: () => {
      this.selected = key;
      this.narrowed = null;
    },
    drop: (spot) => {
      this.selected = key;
      const found = this.from(key).filter((placed) => placed.to === spot);
      if (found.length === 1) this.play(found[0]!);
      else if (found.length > 1) this.narrowed = spot;
    },
  });

  /** What the bar lists: the moves of what is selected, otherwise those that begin nowhere. */
  get choices(): LegalMove[] {
    const all = this.moves();
    const open = all.filter((placed) => placed.from === this.selected);
    const near = this.narrowed === null ? open : open.filter((placed) => placed.to === this.narrowed);
    return near.map((placed) => placed.move);
  }

  /** Whether every move begins with a card on the table, so that the bar has nothing to list. */
  get isOnTable(): boolean {
    const all = this.moves();
    return this.selected === null && all.length > 0 && all.every((placed) => placed.from?.startsWith('card:'));
  }

  clear = (): void => {
    this.selected = null;
    this.narrowed = null;
  };

  private play(placed: Placed): void {
    this.clear();
    this.choose(placed.move.index);
  }
}
