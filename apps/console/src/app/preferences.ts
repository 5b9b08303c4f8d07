import type { Language } from './language.ts';

/** What a browser remembers of its look; nothing of the person's work. */
export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  /** Of the rows of the inbox: 72 or 52 px. */
  density: 'comfortable' | 'compact';
  enterSends: boolean;
  lastProject?: string;
  /** That of the person who signed in last; without one, that of the browser. */
  language?: Language | undefined;
  contactPanel: boolean;
  /** Previews of conversations while the pointer rests on them in the list. */
  peeks: boolean;
  /** Shortcuts of single letters. */
  singleKeys: boolean;
  /** Columns of the list of contacts, beside the name. */
  contactColumns?: readonly string[];
  /** Parts of the contact panel that were opened or folded, by name. */
  contactParts?: Readonly<Record<string, boolean>>;
  /** Of people whom this browser notifies while the console is closed, by person and project. */
  pushes?: Readonly<Record<string, { device: string; showsText: boolean }>>;
  /** The latest first. */
  recentEmojis?: readonly string[];
}

const key = 'parley-console-preferences';
const defaults: Preferences = {
  theme: 'system',
  density: 'comfortable',
  enterSends: true,
  contactPanel: true,
  peeks: true,
  singleKeys: true,
};
const listeners = new Set<() => void>();
let current = read();

export function preferences(): Preferences {
  return current;
}

export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(key, JSON.stringify(current));
  } catch {
    // Full or blocked: they hold for this page.
  }
  applyTheme();
  for (const listener of listeners) listener();
}

export function onPreferences(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function applyTheme(): void {
  const { theme } = current;
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function read(): Preferences {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(key) ?? '{}') };
  } catch {
    return defaults;
  }
}
