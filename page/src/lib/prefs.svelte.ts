/** What a person chose for this browser: theme, motion, sound, name. Kept here, sent nowhere but the name. */
import { browser } from '$app/environment';

type Theme = 'auto' | 'light' | 'dark';
type Motion = 'auto' | 'on' | 'off';

function kept<T extends string>(key: string, fallback: T): T {
  try {
    return browser ? ((localStorage.getItem(`croupier.${key}`) as T | null) ?? fallback) : fallback;
  } catch {
    return fallback; // in a frame without storage, such as the cell of a notebook
  }
}

class Prefs {
  theme = $state<Theme>(kept<Theme>('theme', 'auto'));
  motion = $state<Motion>(kept<Motion>('motion', 'auto'));
  name = $state<string>(kept('name', ''));
  /** Whether a second press right after an answer is taken for a slip. */
  guard = $state<'on' | 'off'>(kept<'on' | 'off'>('guard', 'on'));
  /** Sounds and buzzing. */
  sound = $state<'on' | 'off'>(kept<'on' | 'off'>('sound', 'off'));
  /** Whether the first questions of a game are explained. */
  tips = $state<'on' | 'off'>(kept<'on' | 'off'>('tips', 'on'));
  calm = $state(false);

  constructor() {
    if (!browser) return;
    const query = matchMedia('(prefers-reduced-motion: reduce)');
    this.calm = query.matches;
    query.addEventListener('change', () => {
      this.calm = query.matches;
      this.apply();
    });
    this.apply();
  }

  /** Milliseconds for a movement that would take so long; 0 where motion is off. */
  time = (ms: number): number => (this.still ? 0 : ms);

  get still(): boolean {
    return this.motion === 'off' || (this.motion === 'auto' && this.calm);
  }

  set(key: 'theme' | 'motion' | 'name' | 'guard' | 'sound' | 'tips', value: string): void {
    if (key === 'theme') this.theme = value as Theme;
    else if (key === 'motion') this.motion = value as Motion;
    else if (key === 'guard' || key === 'sound' || key === 'tips') this[key] = value as 'on' | 'off';
    else this.name = value;
    localStorage.setItem(`croupier.${key}`, value);
    this.apply();
  }

  private apply(): void {
    const root = document.documentElement;
    if (this.theme === 'auto') root.removeAttribute('data-theme');
    else root.dataset['theme'] = this.theme;
    root.dataset['motion'] = this.still ? 'off' : 'on';
  }
}

export const prefs = new Prefs();
