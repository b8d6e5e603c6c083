/** A key for everything that can be pressed: digits for the answers in the dock, letters for cards and places on the board.
 *
 * The key stands on the thing itself (`data-key`), so what is shown is what works. H and U are the hint and undo.
 */
const DIGITS = '1234567890';
const LETTERS = 'qwertyiopasdfgjklzxcvbnm';
const ANSWERS = '.bar .moves button:not(:disabled)';
const SLIDERS = '.bar .moves input:not(:disabled)';
const ON_BOARD = '.board :is(button.card.legal, button.badge.target, .cover, .here):not(:disabled)';

function give(things: Iterable<Element>, keys: Iterator<string>): void {
  for (const thing of things) {
    const { value, done } = keys.next();
    if (done) return;
    if ((thing as HTMLElement).dataset['key'] !== value) {
      (thing as HTMLElement).dataset['key'] = value;
      thing.setAttribute('aria-keyshortcuts', value);
    }
  }
}

export function keyboard(felt: HTMLElement): { destroy: () => void } {
  const assign = (): void => {
    const dock = [...felt.querySelectorAll(ANSWERS), ...felt.querySelectorAll(SLIDERS)];
    const board = [...felt.querySelectorAll(ON_BOARD)];
    const pressable = new Set<Element>([...dock, ...board]);
    for (const old of felt.querySelectorAll('[data-key]')) {
      if (!pressable.has(old)) {
        old.removeAttribute('data-key');
        old.removeAttribute('aria-keyshortcuts');
      }
    }
    const letters = LETTERS[Symbol.iterator]();
    give(board, letters);
    give(dock.slice(0, DIGITS.length), DIGITS[Symbol.iterator]());
    give(dock.slice(DIGITS.length), letters);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target instanceof HTMLElement && event.target.matches('input:not([type=range]), textarea, select, [contenteditable="true"], dialog *')) return;
    const thing = felt.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (!thing) return;
    event.preventDefault();
    thing.focus();
    if (thing instanceof HTMLButtonElement) thing.click();
  };
  const watch = new MutationObserver(assign);
  watch.observe(felt, { subtree: true, childList: true, attributes: true, attributeFilter: ['class', 'disabled'] });
  addEventListener('keydown', press);
  assign();
  return {
    destroy: () => {
      watch.disconnect();
      removeEventListener('keydown', press);
    },
  };
}
