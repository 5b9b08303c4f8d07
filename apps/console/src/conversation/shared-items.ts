import { hostOf, isSafeLink, type MarkupNode, parseMarkup } from '@parley/sdk/markup';

import type { ThreadMessage } from './thread.ts';

/** What people have sent beside their words. */
export interface SharedItems {
  images: readonly SharedItem[];
  files: readonly SharedItem[];
  links: readonly SharedItem[];
}

export interface SharedItem {
  /** Of the message in which it stands. */
  seq: number;
  href: string;
  name: string;
}

const maxImages = 9;
const maxOthers = 10;

/**
 * Images, files and links of the messages at hand, the newest first, each address once.
 * @param origin of this installation: images from elsewhere are links, and nothing loads them
 */
export function sharedIn(messages: readonly ThreadMessage[], origin: string): SharedItems {
  const images = new Map<string, SharedItem>();
  const files = new Map<string, SharedItem>();
  const links = new Map<string, SharedItem>();
  for (const { seq, type, metadata, text } of messages.toReversed()) {
    const { src, name } = metadata ?? {};
    if (isSafeLink(src)) {
      const isOurs = URL.canParse(src) && new URL(src).origin === origin;
      const kept = isOurs && type === 'image' ? images : isOurs ? files : links;
      keep(kept, { seq, href: src, name: typeof name === 'string' && name !== '' ? name : (hostOf(src) ?? src) });
    }
    for (const href of linksOf(parseMarkup(text))) keep(links, { seq, href, name: href.replace(/^https?:\/\//, '') });
  }
  return {
    images: [...images.values()].slice(0, maxImages),
    files: [...files.values()].slice(0, maxOthers),
    links: [...links.values()].slice(0, maxOthers),
  };
}

function keep(kept: Map<string, SharedItem>, item: SharedItem): void {
  if (!kept.has(item.href)) kept.set(item.href, item);
}

function linksOf(nodes: readonly MarkupNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'link') return [node.href];
    return 'nodes' in node ? linksOf(node.nodes) : [];
  });
}
