/** Labels may contain a few tags. Source: contract 11 section 11. */
export type LabelNode = string | { tag: string; href?: string; nodes: LabelNode[] };

const allowed = new Set(['a', 'b', 'br', 'em', 'i', 'span', 'strong', 'u']);
const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' };

/** Nodes of a label; tags that are not allowed become text. */
export function parseLabel(label: string): LabelNode[] {
  const top: LabelNode[] = [];
  const open: { tag: string; nodes: LabelNode[] }[] = [{ tag: '', nodes: top }];
  const add = (node: LabelNode) => open.at(-1)?.nodes.push(node);
  for (const [token, closing, name = '', attributes = ''] of label.matchAll(
    /<(\/?)([a-z]{1,8})((?:\s[^<>]{0,2000})?)>|[^<]+|</gi,
  )) {
    const tag = name.toLowerCase();
    if (!allowed.has(tag)) add(unescaped(token));
    else if (closing) {
      const at = open.findLastIndex((one) => one.tag === tag);
      if (at > 0) open.length = at;
    } else {
      const node = { tag, nodes: [], ...(tag === 'a' && { href: hrefOf(attributes) }) };
      add(node);
      if (tag !== 'br' && open.length < 16) open.push(node);
    }
  }
  return top;
}

/** The text without tags. */
export function labelText(label: string): string {
  const textOf = (node: LabelNode): string =>
    typeof node === 'string' ? node : node.tag === 'br' ? ' ' : node.nodes.map(textOf).join('');
  return parseLabel(label).map(textOf).join('');
}

function hrefOf(attributes: string): string | undefined {
  const [, double, single, bare] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i.exec(attributes) ?? [];
  const href = unescaped(double ?? single ?? bare ?? '');
  return /^(?:https?:\/\/|mailto:)/i.test(href) ? href : undefined;
}

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => references[name] ?? '');
}
