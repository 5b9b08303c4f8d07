import { parseColour } from './colours.ts';
import { type Kind, type Kinds, numberFrom, oneOf, text, yesOrNo } from './kinds.ts';

/** The settings that the loader uses. Source: contract 81 section 2. */
export interface Settings {
  align: 'left' | 'right';
  themeColor: string;
  themeForegroundColor: string;
  colorScheme: 'auto' | 'dark' | 'light';
  launcherText: string | undefined;
  zIndex: number;
  /** Pixels from the edges: inline, block. */
  offset: readonly [number, number];
  /** Seconds; -1: never. */
  calloutTimer: number;
  hideWhenClosed: boolean;
  persistence: 'local' | 'none' | 'session';
  cookieDomain: string | undefined;
  /** Language of the labels; undefined: the page's, else the browser's. */
  lang: string | undefined;
  /** Open when the page loads. */
  open: boolean;
  launcher: 'button' | 'none';
  /** `required`: nothing is stored and no visitor is signed in before consent is given. */
  consent: 'given' | 'required';
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
  const [inline = 0, block = inline, more] = parts.map(Number);
  const isRight = more === undefined && [inline, block].every((part) => part >= 0 && part <= 500);
  return isRight ? [inline, block] : undefined;
}

export const kinds: Kinds<Settings> = {
  align: oneOf(['right', 'left']),
  themeColor: colour('#1f4fd8', 'color'),
  themeForegroundColor: colour('#ffffff', 'textColor'),
  colorScheme: oneOf(['auto', 'light', 'dark'], 'theme'),
  launcherText: text(),
  zIndex: numberFrom(-2147483648, 2147483647, 2147483000),
  offset: { read: readOffset, default: [20, 20] },
  calloutTimer: numberFrom(-1, 86_400, -1, 'callout'),
  hideWhenClosed: yesOrNo(false),
  persistence: oneOf(['local', 'session', 'none']),
  cookieDomain: text(),
  lang: text(),
  open: yesOrNo(false),
  launcher: oneOf(['button', 'none']),
  consent: oneOf(['given', 'required']),
};
