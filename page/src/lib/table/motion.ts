/** How cards travel: from where they lay to where they lie, in the time that the person chose. */
import { prefs } from '$lib/prefs.svelte';
import { cubicOut } from 'svelte/easing';
import { crossfade, type CrossfadeParams, type TransitionConfig } from 'svelte/transition';

const TIME = 260;

/** One pair per table: a card that leaves one place and turns up in another flies there. */
export function travelling() {
  const [send, receive] = crossfade({
    duration: () => prefs.time(TIME),
    easing: cubicOut,
    fallback: (_node: Element, _params: CrossfadeParams, intro: boolean): TransitionConfig => ({
      duration: prefs.time(TIME),
      easing: cubicOut,
      css: (t) => `opacity: ${t}; transform: translateY(${(1 - t) * (intro ? -1.5 : 1)}rem)`,
    }),
  });
  return { send, receive };
}

/** A card is turned up and falls over: an influence that is lost. */
export function falling(_node: Element): TransitionConfig {
  return {
    duration: prefs.time(3 * TIME),
    easing: cubicOut,
    css: (t) => `transform: rotateY(${(1 - t) * 180}deg) scale(${1 + (1 - t) * 0.5}); filter: brightness(${1 + (1 - t) * 0.8})`,
  };
}

/** Words that are said: they come in from above. */
export function spoken(_node: Element): TransitionConfig {
  return { duration: prefs.time(TIME), easing: cubicOut, css: (t) => `opacity: ${t}; transform: translateY(${(t - 1) * 0.8}rem) scale(${2 - t})` };
}

export const settle = { duration: (): number => prefs.time(TIME), easing: cubicOut };
export const appear = { duration: TIME };
