/** Belote's bids in the words of the game. */
import { guides } from '$lib/guide.svelte';

export const isRedMode = (mode: string): boolean => /[♥♦]/.test(guides.choice(mode)?.title ?? '');
