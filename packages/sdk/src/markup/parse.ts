import { withVisibleBidi } from './bidi.ts';
import { hostOf, isSafeLink } from './links.ts';

/** People's text as nodes to show, never as HTML. Source: contract 80 section 9. */
export type MarkupNode =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'code'; text: string }
  | { kind: 'bold' | 'italic'; nodes: MarkupNode[] }
  | { kind: 'link'; href: string; nodes: MarkupNode[]; claimedOther: boolean };

type Emphasis = '**' | '*' | '_';

interface Opening {
  mark: Emphasis | '[';
  at: number;
}

const deepest = 16;
/** Maximum for one text: the rest is shown as typed, so that no text makes a page render tens of thousands of elements. */
const maxMarks = 1_000;

const address = /(?:https?:\/\/|mailto:|tel:)[^\s<>"`[\]]+/y;
const target = /\]\(((?:https?:\/\/|mailto:|tel:)[^\s()<>"]+)\)/y;
const code = /`([^`\n]+)`/y;
/** Text up to the next mark or possible start of a URL. */
const plain = /(?:[^*_[\]`\nhmt]|(?<=[\p{L}\p{N}])[hmt])+|[hmt]/uy;
const longAddress = 2_000;
/** Characters that do not end a URL. */
const trailing = ".,;:!?)]}'*_";

/**
 * Reads line breaks, links, and of Markdown bold, italic, code and named links. One pass with a stack of opening marks:
 * linear in the length of the text.
 */
export function parseMarkup(text: string): MarkupNode[] {
  const reader = new MarkupReader(text);
  return reader.read();
}

class MarkupReader {
  readonly #text: string;
  #nodes: MarkupNode[] = [];
  #open: Opening[] = [];
  #marks = 0;
  #at = 0;
  /** After this position no code span closes, so that a text of single marks is not searched repeatedly. */
  #noCodeFrom = Number.POSITIVE_INFINITY;
  /** Before this position no URL begins: what looked like a long one was none, and is not read again from each of its characters. */
  #noAddressBefore = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): MarkupNode[] {
    while (this.#at < this.#text.length && this.#marks < maxMarks) this.#step();
    const rest = this.#text.slice(this.#at);
    if (rest) this.#nodes.push({ kind: 'text', text: rest });
    return merged(this.#nodes);
  }

  #step(): void {
    const mark = this.#text[this.#at];
    if (mark === '\n') this.#take({ kind: 'break' }, 1);
    else if (mark === '`') this.#code();
    else if (mark === '*') this.#emphasis(this.#text[this.#at + 1] === '*' ? '**' : '*');
    else if (mark === '_') this.#emphasis('_');
    else if (mark === '[') this.#openMark('[');
    else if (mark === ']') this.#link();
    else this.#word();
  }

  #word(): void {
    const isAddress = this.#at >= this.#noAddressBefore && !this.#insideWord();
    const href = isAddress ? withoutTrailing(matchAt(address, this.#text, this.#at)?.[0]) : undefined;
    if (isSafeLink(href) && !/:\/*$/.test(href)) {
      const shown: MarkupNode[] = [{ kind: 'text', text: withVisibleBidi(href) }];
      this.#take({ kind: 'link', href, nodes: shown, claimedOther: false }, href.length);
    } else {
      if (href && href.length > longAddress) this.#noAddressBefore = this.#at + href.length;
      const text = matchAt(plain, this.#text, this.#at)?.[0] ?? this.#text.charAt(this.#at);
      this.#take({ kind: 'text', text }, text.length);
    }
  }

  #insideWord(): boolean {
    return /[\p{L}\p{N}]/u.test(this.#text.charAt(this.#at - 1));
  }

  #code(): void {
    const found = this.#at < this.#noCodeFrom ? matchAt(code, this.#text, this.#at) : undefined;
    if (!found && !this.#text.includes('`', this.#at + 1)) this.#noCodeFrom = this.#at;
    if (found) this.#take({ kind: 'code', text: found[1] ?? '' }, found[0].length);
    else this.#take({ kind: 'text', text: '`' }, 1);
  }

  #emphasis(mark: Emphasis): void {
    const before = this.#text.charAt(this.#at - 1);
    const after = this.#text.charAt(this.#at + mark.length);
    const opened = this.#lastOpened(mark);
    const from = this.#open[opened]?.at;
    const closes = /\S/.test(before) && (mark !== '_' || !/[\p{L}\p{N}]/u.test(after));
    const opens = /\S/.test(after) && (mark !== '_' || !/[\p{L}\p{N}]/u.test(before));
    if (from !== undefined && closes && from + 1 < this.#nodes.length) {
      this.#wrap(opened, { kind: mark === '**' ? 'bold' : 'italic', nodes: merged(this.#nodes.slice(from + 1)) });
      this.#at += mark.length;
    } else if (opened < 0 && opens) this.#openMark(mark);
    else this.#take({ kind: 'text', text: mark }, mark.length);
  }

  /** Keeps the innermost openings; a text of only opening marks must not make the stack as long as itself. */
  #openMark(mark: Opening['mark']): void {
    this.#marks += 1;
    this.#open.push({ mark, at: this.#nodes.length });
    if (this.#open.length > deepest) this.#open.shift();
    this.#take({ kind: 'text', text: mark }, mark.length);
  }

  #lastOpened(wanted: Opening['mark']): number {
    return this.#open.map(({ mark }) => mark).lastIndexOf(wanted);
  }

  #link(): void {
    const opened = this.#lastOpened('[');
    const from = this.#open[opened]?.at;
    const found = from === undefined ? undefined : matchAt(target, this.#text, this.#at);
    if (from === undefined || !found || !isSafeLink(found[1]) || from + 1 === this.#nodes.length) {
      this.#take({ kind: 'text', text: ']' }, 1);
      return;
    }
    const href = found[1] ?? '';
    const shown = merged(merged(this.#nodes.slice(from + 1)).map(asLabel));
    this.#wrap(opened, { kind: 'link', href, nodes: shown, claimedOther: claimsOtherHost(textOf(shown), href) });
    this.#at += found[0].length;
  }

  /** Puts everything after an opening mark into one node; marks opened in between stay text. */
  #wrap(opened: number, node: MarkupNode): void {
    const from = this.#open[opened]?.at ?? 0;
    this.#nodes.length = from;
    this.#nodes.push(node);
    this.#open.length = opened;
  }

  #take(node: MarkupNode, length: number): void {
    if (node.kind !== 'text') this.#marks += 1;
    this.#nodes.push(node);
    this.#at += length;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** Without a pattern that ends in `$`, which would read a run of these characters again from each of them. */
function withoutTrailing(text = ''): string {
  let end = text.length;
  while (end > 0 && trailing.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Joins adjacent texts; the input nodes must not be used afterwards. */
function merged(nodes: readonly MarkupNode[]): MarkupNode[] {
  const result: MarkupNode[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (node.kind === 'text' && last?.kind === 'text') last.text += node.text;
    else result.push(node);
  }
  return result;
}

/** The text of a link contains no other link and no characters that change its direction. */
function asLabel(node: MarkupNode): MarkupNode {
  if (node.kind === 'link') return { kind: 'text', text: textOf(node.nodes) };
  if ('nodes' in node) return { ...node, nodes: node.nodes.map(asLabel) };
  return node.kind === 'text' ? { kind: 'text', text: withVisibleBidi(node.text) } : node;
}

function textOf(nodes: readonly MarkupNode[]): string {
  return nodes.map((node) => (node.kind === 'break' ? ' ' : 'nodes' in node ? textOf(node.nodes) : node.text)).join('');
}

/** Patterns that match from any start, so that none is tried again from each character. */
function claimsOtherHost(label: string, href: string): boolean {
  const names = label.match(/[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/gu) ?? [];
  const claimed = names.map((name) => /^.*\.\p{L}{2,}/u.exec(name)?.[0]).find(Boolean);
  return claimed !== undefined && claimed.toLowerCase() !== hostOf(href)?.replace(/:\d+$/, '');
}
