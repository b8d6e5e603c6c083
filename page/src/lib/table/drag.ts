/** Dragging by pointer, for mouse and finger alike: lift a card, let it go over a spot that takes it. */

export interface Drag {
  /** Called when the card leaves its place: the table shows where it may go. */
  lift: () => void;
  /** Called with the spot it was let go over, null for none. */
  drop: (spot: string | null) => void;
}

const FAR = 8;

export function dragging(node: HTMLElement, given: Drag | null): { update: (drag: Drag | null) => void; destroy: () => void } {
  let drag = given;
  let start: { x: number; y: number; id: number } | null = null;
  let lifted = false;

  const move = (event: PointerEvent): void => {
    if (!start || event.pointerId !== start.id) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (!lifted && Math.hypot(x, y) > FAR) {
      lifted = true;
      node.setPointerCapture(start.id);
      node.classList.add('dragged');
      drag?.lift();
    }
    if (lifted) node.style.translate = `${x}px ${y}px`;
  };
  const rest = (): void => {
    start = null;
    lifted = false;
    node.classList.remove('dragged');
    node.style.translate = '';
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', rest);
  };
  const up = (event: PointerEvent): void => {
    const was = lifted;
    if (was) {
      const under = document.elementsFromPoint(event.clientX, event.clientY);
      const spot = under.map((at) => at.closest<HTMLElement>('[data-spot]')).find((at) => at && at !== node);
      node.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => node.removeEventListener('click', swallow, { capture: true }), 0);
      drag?.drop(spot?.dataset['spot'] ?? null);
    }
    rest();
  };
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  const down = (event: PointerEvent): void => {
    if (!drag || event.button !== 0) return;
    start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', rest);
  };
  node.addEventListener('pointerdown', down);
  return {
    update: (next) => (drag = next),
    destroy: () => {
      node.removeEventListener('pointerdown', down);
      rest();
    },
  };
}
