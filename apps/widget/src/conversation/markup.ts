import { withVisibleBidi } from '../ui/bidi.ts';

/** Text of people, as nodes to show: nothing of it is ever markup of the page. Source: contract 80 section 9. */
export type MarkupNode =
  | string
  | { kind: 'break' }
  | { kind: 'code'; text: string }
  | { kind: 'bold' | 'italic'; nodes: MarkupNode[] }
  | { kind: 'link'; href: string; text: string; host: string | undefined };

/** What may begin a node; each alternative is bounded by characters that it cannot contain, so that reading stays linear. */
const tokens =
  /(\n)|`([^`\n]{1,2000})`|\*\*([^*\n]{1,2000})\*\*|(?<![\p{L}\p{N}*])\*([^*\n]{1,2000})\*|(?<![\p{L}\p{N}_])_([^_\n]{1,2000})_(?![\p{L}\p{N}])|\[([^[\]\n]{1,500})\]\((https?:\/\/[^\s()<>"]{1,2000})\)|(?<![\p{L}\p{N}])((?:https?:\/\/|mailto:|tel:)[^\s<>"`[\]]{1,2000})/giu;

const trailing = /[.,;:!?)\]}'*_]+$/;

/** Line breaks, links, and of Markdown bold, italic, code and named links. */
export function parseMarkup(text: string): MarkupNode[] {
  const nodes: MarkupNode[] = [];
  let at = 0;
  for (const found of text.matchAll(tokens)) {
    if (found.index > at) nodes.push(text.slice(at, found.index));
    const { node, length } = nodeOf(found);
    nodes.push(node);
    at = found.index + length;
    // What a link has left behind is read as text.
    if (length < found[0].length) {
      nodes.push(found[0].slice(length));
      at = found.index + found[0].length;
    }
  }
  if (at < text.length) nodes.push(text.slice(at));
  return nodes;
}

function nodeOf(found: RegExpExecArray): { node: MarkupNode; length: number } {
  const [all, line, code, bold, star, underscore, label, named, bare] = found;
  const { length } = all;
  if (line) return { node: { kind: 'break' }, length };
  if (code) return { node: { kind: 'code', text: code }, length };
  if (bold) return { node: { kind: 'bold', nodes: parseMarkup(bold) }, length };
  const italic = star ?? underscore;
  if (italic) return { node: { kind: 'italic', nodes: parseMarkup(italic) }, length };
  if (label && named && isSafeLink(named)) return { node: linkTo(named, withVisibleBidi(label)), length };
  // A named link to what is no address stays as it was written.
  const href = (bare ?? '').replace(trailing, '');
  if (/:\/*$/.test(href) || !isSafeLink(href)) return { node: all, length };
  return { node: linkTo(href, withVisibleBidi(href)), length: href.length };
}

/** `host` is named where the text claims another one. */
function linkTo(href: string, text: string): MarkupNode {
  const host = hostOf(href);
  const claimed = /((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})/u.exec(text)?.[1]?.toLowerCase();
  const isOther = text !== href && claimed !== undefined && claimed !== host?.replace(/:\d+$/, '');
  return { kind: 'link', href, text, host: isOther ? host : undefined };
}

/** `undefined` for mail, telephone, and what is no address. */
export function hostOf(href: string): string | undefined {
  return URL.canParse(href) ? new URL(href).host || undefined : undefined;
}

/** Whether an address may be opened: http, https, mailto, tel. */
export function isSafeLink(href: unknown): href is string {
  return typeof href === 'string' && /^(?:https?:\/\/|mailto:|tel:)/i.test(href) && URL.canParse(href);
}
