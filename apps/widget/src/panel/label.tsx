import { type ComponentChildren, h } from 'preact';

import { type LabelNode, parseLabel } from '../texts/label-nodes.ts';
import { usePanel } from './state-context.ts';

export const foreignRel = 'noopener noreferrer nofollow ugc';

/** A label of the project by its key, or a text that may contain the same tags. */
export function Label({ name, text }: { name?: string; text?: string }) {
  const { texts } = usePanel();
  return <>{parseLabel(text ?? texts.label(name ?? '')).map(toElement)}</>;
}

function toElement(node: LabelNode): ComponentChildren {
  if (typeof node === 'string') return node;
  const { tag, href, nodes } = node;
  if (tag === 'br') return <br />;
  const inner = nodes.map(toElement);
  if (tag !== 'a') return h(tag, {}, inner);
  if (href === undefined) return inner;
  return (
    <a href={href} target="_blank" rel={foreignRel}>
      {inner}
    </a>
  );
}
