import type { MessageType } from './status.ts';

/** What the micro-language makes of a text. Source: contract 21 section 7.2. */
export interface ParsedText {
  text: string;
  type?: MessageType;
  metadata?: Record<string, unknown>;
  buttons: TemplateButton[];
}

/** A button under a message, as clients read it. */
export type TemplateButton =
  | { type: 'text'; value: string }
  | { type: 'action'; value: string; action: string; show_echo: boolean }
  | { type: 'url'; value: string; link: string; target: 'blank' | 'parent' | 'self' };

const maxButtons = 50;
const defaultSide = 200;

// Every pattern is anchored at the start of a line and has no nested repetition: one pass over the line, no backtracking.
const address = '(https?:\\/\\/\\S+)';
const image = new RegExp(`^\\\\image:(?:(\\d{1,5})-(\\d{1,5}):)?${address}`, 'i');
const sized = (word: string) => new RegExp(`^${word}(?:,w(\\d{1,5}))?(?:[ ,]h(\\d{1,5}))?:${address}`);
const tdImage = sized('tdImage');
const tdFrame = sized('tdFrame');
const tdVideo = sized('tdVideo');
const webhook = /^\\webhook(?::\S*)?[ \t\r]*$/;
const bullet = /^\*[ \t]+(?=\S)/;

type Media = Pick<Required<ParsedText>, 'type' | 'metadata'>;
type MediaRule = [pattern: RegExp, make: (width: string | undefined, height: string | undefined, src: string) => Media];

const mediaRules: MediaRule[] = [
  [
    image,
    (width, height, src) => ({
      type: 'image',
      metadata: { src, width: Number(width ?? defaultSide), height: Number(height ?? defaultSide) },
    }),
  ],
  [tdImage, (width, height, src) => ({ type: 'image', metadata: { src, ...sides(width, height) } })],
  [tdFrame, (width, height, src) => ({ type: 'frame', metadata: { src, ...sides(width, height) } })],
  [
    tdVideo,
    (width, height, src) => ({
      type: 'frame',
      metadata: { src: embedded(src), type: 'video', ...sides(width, height) },
    }),
  ],
];

/** Reads images, frames, videos and buttons out of a text. Linear in its length. */
export function parseMicroLanguage(text: string): ParsedText {
  const lines = text.split('\n');
  const media = takeMedia(lines);
  const buttons: TemplateButton[] = [];
  const rest = lines.filter((line) => {
    const button = buttons.length < maxButtons ? buttonOf(line) : undefined;
    if (button) buttons.push(button);
    return !button && !(line.startsWith('\\') && webhook.test(line));
  });
  return { ...media, text: rest.join('\n').trim(), buttons };
}

/** Cuts the first tag of the first kind that occurs out of its line; further tags stay as text. */
function takeMedia(lines: string[]): Media | undefined {
  const tagged = [...lines.keys()].filter((index) => /^(\\image|td[IFV])/i.test(lines[index] ?? ''));
  for (const [pattern, make] of mediaRules) {
    for (const index of tagged) {
      const line = lines[index] ?? '';
      const match = pattern.exec(line);
      const src = match?.[3];
      if (!match || !src || !URL.canParse(src)) continue;
      lines[index] = line.slice(match[0].length);
      return make(match[1], match[2], src);
    }
  }
  return undefined;
}

function sides(width: string | undefined, height: string | undefined) {
  return { ...(width && { width: Number(width) }), ...(height && { height: Number(height) }) };
}

const youtubeHosts = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com']);

/** The watch address of a YouTube video shows nothing in a frame; its embed address does. */
function embedded(src: string): string {
  const url = new URL(src);
  const id = youtubeHosts.has(url.hostname) && url.pathname === '/watch' ? url.searchParams.get('v') : null;
  return id && /^[\w-]{1,64}$/.test(id) ? `https://www.youtube.com/embed/${id}` : src;
}

const actionWords = [
  { word: 'tdActionShowEcho:', echo: true },
  { word: 'tdAction:', echo: false },
  { word: 'tdIntentNoEcho:', echo: false },
  { word: 'tdIntent:', echo: true },
] as const;

function buttonOf(line: string): TemplateButton | undefined {
  const start = line.startsWith('*') ? bullet.exec(line) : null;
  if (!start) return undefined;
  const label = line.slice(start[0].length).trim();
  return actionOf(label) ?? linkOf(label) ?? { type: 'text', value: label };
}

function actionOf(label: string): TemplateButton | undefined {
  for (const { word, echo } of actionWords) {
    const at = label.indexOf(` ${word}`);
    const action = at < 0 ? '' : label.slice(at + 1 + word.length).trim();
    if (action !== '') return { type: 'action', value: label.slice(0, at).trim(), action, show_echo: echo };
  }
  return undefined;
}

/** `Label URL`, `Label < URL` or `Label > URL`: the address is the last word. */
function linkOf(label: string): TemplateButton | undefined {
  const space = Math.max(label.lastIndexOf(' '), label.lastIndexOf('\t'));
  const link = label.slice(space + 1);
  if (space < 0 || !/^https?:\/\/\S/i.test(link) || !URL.canParse(link)) return undefined;

  const before = label.slice(0, space).trimEnd();
  const mark = before.endsWith('<') ? 'parent' : before.endsWith('>') ? 'self' : 'blank';
  const value = mark === 'blank' ? before : before.slice(0, -1).trimEnd();
  return value === '' ? undefined : { type: 'url', value, link, target: mark };
}
