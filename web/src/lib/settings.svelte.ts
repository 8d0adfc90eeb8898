/** What a person has chosen for this browser. Kept in its storage where there is one, else until the page is left. */

export type Theme = 'auto' | 'light' | 'dark' | 'contrast';

export interface Settings {
  theme: Theme;
  sound: boolean;
  keys: boolean; // letters as keys: h g p c …; digits, arrows and Enter always work
  corners: boolean; // numerals in the corners of tiles
  labels: boolean; // the tile's name below it
  said: 'little' | 'normal' | 'all'; // how much the live region says
  motion: 'auto' | 'less';
  vibrate: boolean;
  name: string; // what one was called last
}

const STORED = 'paizhuo.settings';
const FIRST: Settings = {
  theme: 'auto',
  sound: true,
  keys: true,
  corners: true,
  labels: false,
  said: 'normal',
  motion: 'auto',
  vibrate: true,
  name: '',
};

type Kept = 'for good' | 'session';
const storage = (kept: Kept): Storage => (kept === 'session' ? sessionStorage : localStorage);

/** A storage that may be forbidden (private windows, policies): then nothing is kept. */
export function recall(key: string, kept: Kept = 'for good'): string | null {
  try {
    return storage(kept).getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string, kept: Kept = 'for good'): void {
  try {
    storage(kept).setItem(key, value);
  } catch {
    // Not kept; the page goes on with it.
  }
}

const CHOICES: { [Name in keyof Settings]?: readonly Settings[Name][] } = {
  theme: ['auto', 'light', 'dark', 'contrast'],
  said: ['little', 'normal', 'all'],
  motion: ['auto', 'less'],
};

/** What was stored, as far as it is a setting of this version. */
export function readSettings(text: string | null): Settings {
  const read: Settings = { ...FIRST };
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    return read;
  }
  if (typeof stored !== 'object' || stored === null) return read;
  for (const [name, value] of Object.entries(stored)) {
    if (!Object.hasOwn(FIRST, name)) continue;
    const key = name as keyof Settings;
    const choices = CHOICES[key] as readonly unknown[] | undefined;
    if (typeof value !== typeof FIRST[key] || (choices && !choices.includes(value))) continue;
    Object.assign(read, { [key]: value });
  }
  return read;
}

export const settings: Settings = $state(readSettings(recall(STORED)));

const media = (query: string): MediaQueryList | null =>
  typeof matchMedia === 'function' ? matchMedia(query) : null;
const dark = media('(prefers-color-scheme: dark)');
const contrast = media('(prefers-contrast: more)');
const still = media('(prefers-reduced-motion: reduce)');

/** The set of colours in use. */
export function themeInUse(theme: Theme = settings.theme): 'light' | 'dark' | 'contrast' {
  if (theme !== 'auto') return theme;
  if (contrast?.matches) return 'contrast';
  return dark?.matches ? 'dark' : 'light';
}

export function lessMotion(): boolean {
  return settings.motion === 'less' || (still?.matches ?? false);
}

function show(): void {
  const root = document.documentElement;
  root.dataset.theme = themeInUse();
  root.dataset.motion = lessMotion() ? 'less' : 'full';
}

/** Call once when the page starts: applies the settings and keeps them from then on. */
export function applySettings(): void {
  for (const query of [dark, contrast, still]) query?.addEventListener('change', show);
  $effect.root(() => {
    $effect(() => {
      keep(STORED, JSON.stringify(settings));
      show();
    });
  });
  show();
}
