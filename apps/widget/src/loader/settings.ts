import { parseColour } from './colours.ts';

/** How the widget looks and works. Source: contract 81 section 2. */
export interface Settings {
  align: 'left' | 'right';
  themeColor: string;
  themeForegroundColor: string;
  colorScheme: 'auto' | 'dark' | 'light';
  logoChat: string | undefined;
  launcherText: string | undefined;
  zIndex: number;
  /** Pixels from the edges: inline, block. */
  offset: readonly [number, number];
  /** Seconds; -1: never. */
  calloutTimer: number;
  preChatForm: boolean;
  preChatFormCustomFieldsEnabled: boolean;
  preChatFormJson: readonly unknown[];
  nativeRating: boolean;
  hideWhenClosed: boolean;
  sound: boolean;
  attachments: boolean;
  emoji: boolean;
  persistence: 'local' | 'none' | 'session';
  cookieDomain: string | undefined;
  /** Of the labels; undefined: the page's, else the browser's. */
  lang: string | undefined;
  /** Fixed department. */
  department: string | undefined;
  /** Open at load. */
  open: boolean;
  launcher: 'button' | 'none';
  /** Nothing is kept and nobody signed in before consent is given. */
  consent: 'given' | 'required';
  /** Unread messages before the title of the page. */
  title: boolean;
  /** `sourcePage` with query and fragment. */
  fullUrl: boolean;
  /** On phones, the back button closes the panel. */
  history: boolean;
}

interface Kind<Value> {
  /** @returns undefined for a faulty value */
  read(value: unknown): Value | undefined;
  default: Value;
  /** `data-…`. */
  attribute?: string;
}

function oneOf<Word extends string>(words: readonly [Word, ...Word[]], attribute?: string): Kind<Word> {
  return { read: (value) => words.find((word) => word === value), default: words[0], attribute };
}

function yesOrNo(byDefault: boolean, attribute?: string): Kind<boolean> {
  const read = (value: unknown) => {
    // An attribute without a value stands for yes.
    if (value === true || value === 'true' || value === '' || value === 'on') return true;
    return value === false || value === 'false' || value === 'off' ? false : undefined;
  };
  return { read, default: byDefault, attribute };
}

function numberFrom(least: number, most: number, byDefault: number, attribute?: string): Kind<number> {
  const read = (value: unknown) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && number >= least && number <= most ? number : undefined;
  };
  return { read, default: byDefault, attribute };
}

function text(attribute?: string): Kind<string | undefined> {
  const read = (value: unknown) => (typeof value === 'string' && value.length <= 2000 ? value : undefined);
  return { read, default: undefined, attribute };
}

function colour(byDefault: string, attribute: string): Kind<string> {
  const read = (value: unknown) => (typeof value === 'string' && parseColour(value) ? value : undefined);
  return { read, default: byDefault, attribute };
}

function readOffset(value: unknown): readonly [number, number] | undefined {
  const parts = Array.isArray(value)
    ? value
    : String(value)
        .trim()
        .split(/[\s,]+/);
  const [inline, block = inline] = parts.map(Number);
  const isRight = parts.length <= 2 && [inline, block].every((part) => part !== undefined && part >= 0 && part <= 500);
  return isRight ? [inline ?? 0, block ?? 0] : undefined;
}

/** What is known of each key. */
const kinds: { [Key in keyof Settings]: Kind<Settings[Key]> } = {
  align: oneOf(['right', 'left'], 'align'),
  themeColor: colour('#1f4fd8', 'color'),
  themeForegroundColor: colour('#ffffff', 'text-color'),
  colorScheme: oneOf(['auto', 'light', 'dark'], 'theme'),
  logoChat: text(),
  launcherText: text('launcher-text'),
  zIndex: numberFrom(-2147483648, 2147483647, 2147483000, 'z-index'),
  offset: { read: readOffset, default: [20, 20], attribute: 'offset' },
  calloutTimer: numberFrom(-1, 86_400, -1, 'callout'),
  preChatForm: yesOrNo(false),
  preChatFormCustomFieldsEnabled: yesOrNo(false),
  preChatFormJson: { read: (value) => (Array.isArray(value) ? value.slice(0, 50) : undefined), default: [] },
  nativeRating: yesOrNo(true),
  hideWhenClosed: yesOrNo(false, 'hide-when-closed'),
  sound: yesOrNo(true, 'sound'),
  attachments: yesOrNo(true, 'attachments'),
  emoji: yesOrNo(true, 'emoji'),
  persistence: oneOf(['local', 'session', 'none'], 'persistence'),
  cookieDomain: text('cookie-domain'),
  lang: text('lang'),
  department: text('department'),
  open: yesOrNo(false, 'open'),
  launcher: oneOf(['button', 'none'], 'launcher'),
  consent: oneOf(['given', 'required'], 'consent'),
  title: yesOrNo(false, 'title'),
  fullUrl: yesOrNo(false, 'full-url'),
  history: yesOrNo(true, 'history'),
};

const keys = Object.keys(kinds) as (keyof Settings)[];

/** What a page or project says, each part under the names of the keys. */
export type Said = Readonly<Record<string, unknown>>;

/** The attributes of the script element, under the names of the keys. `data-launcher-text` stands in `launcherText`. */
export function saidByAttributes(dataset: Readonly<Record<string, string | undefined>>): Said {
  const said: Record<string, unknown> = {};
  for (const key of keys) {
    const name = kinds[key].attribute?.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const value = name === undefined ? undefined : dataset[name];
    if (value !== undefined) said[key] = value;
  }
  return said;
}

/**
 * The first source that says something right about a key wins; unknown keys are ignored.
 * @param faulty is called with each key and value that is ignored
 */
export function settle(sources: readonly Said[], faulty: (key: string, value: unknown) => void): Settings {
  const settled: Record<string, unknown> = {};
  for (const key of keys) {
    const { read, default: byDefault } = kinds[key];
    settled[key] = byDefault;
    for (const said of sources) {
      const value = said[key];
      if (value === undefined || value === null) continue;
      const right = read(value);
      if (right === undefined) {
        faulty(key, value);
        continue;
      }
      settled[key] = right;
      break;
    }
  }
  return settled as unknown as Settings;
}
