/** Short sounds made on the spot, and a buzz on phones. Off until somebody switches them on. */
import { prefs } from './prefs.svelte';

export type Sound = 'card' | 'nope' | 'boom' | 'saved' | 'caught' | 'truth' | 'out' | 'turn' | 'won' | 'lost';

/** A tone: at which second it begins, for how long, from which pitch to which, and its wave. */
type Tone = [start: number, length: number, from: number, to: number, wave: OscillatorType];

const TONES: Record<Sound, Tone[]> = {
  card: [[0, 0.05, 900, 500, 'triangle']],
  turn: [[0, 0.09, 660, 660, 'sine'], [0.1, 0.12, 880, 880, 'sine']],
  nope: [[0, 0.12, 240, 180, 'square'], [0.14, 0.22, 180, 110, 'square']],
  boom: [[0, 0.9, 120, 28, 'sawtooth'], [0, 0.5, 70, 22, 'square']],
  saved: [[0, 0.1, 520, 520, 'sine'], [0.1, 0.1, 660, 660, 'sine'], [0.2, 0.2, 780, 780, 'sine']],
  caught: [[0, 0.18, 700, 260, 'sawtooth'], [0.2, 0.3, 300, 140, 'sawtooth']],
  truth: [[0, 0.12, 500, 500, 'triangle'], [0.12, 0.25, 750, 750, 'triangle']],
  out: [[0, 0.2, 392, 392, 'triangle'], [0.2, 0.2, 311, 311, 'triangle'], [0.4, 0.45, 233, 220, 'triangle']],
  won: [[0, 0.14, 523, 523, 'triangle'], [0.14, 0.14, 659, 659, 'triangle'], [0.28, 0.14, 784, 784, 'triangle'], [0.42, 0.5, 1047, 1047, 'triangle']],
  lost: [[0, 0.3, 330, 311, 'sine'], [0.3, 0.3, 277, 262, 'sine'], [0.6, 0.7, 220, 196, 'sine']],
};
/** Milliseconds of buzzing and silence, for what one should feel. */
const BUZZ: Partial<Record<Sound, number[]>> = { nope: [40, 40, 80], boom: [300], caught: [80, 60, 160], turn: [20], won: [60, 60, 60, 60, 200], lost: [250] };
const LOUDNESS = 0.12;

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (prefs.sound !== 'on') return;
  navigator.vibrate?.(BUZZ[sound] ?? []);
  context ??= new AudioContext();
  void context.resume();
  for (const [start, length, from, to, wave] of TONES[sound]) {
    const at = context.currentTime + start;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = wave;
    tone.frequency.setValueAtTime(from, at);
    tone.frequency.exponentialRampToValueAtTime(to, at + length);
    volume.gain.setValueAtTime(LOUDNESS, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
  // What was played last, for a page that is tested without ears.
  document.documentElement.dataset['sound'] = sound;
}
