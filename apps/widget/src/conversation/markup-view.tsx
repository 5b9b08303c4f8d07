import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';

import { foreignRel } from '../ui/label.tsx';
import { usePanel } from '../ui/state-context.ts';
import { type MarkupNode, parseMarkup } from './markup.ts';

/** Text of people as nodes: nothing of it is markup. */
export function MarkupView({ text }: { text: string }) {
  const nodes = useMemo(() => parseMarkup(text), [text]);
  return (
    <p class="words" dir="auto">
      {nodes.map((node, index) => (
        <Node key={index} node={node} />
      ))}
    </p>
  );
}

function Node({ node }: { node: MarkupNode }): ComponentChildren {
  const { texts } = usePanel();
  if (typeof node === 'string') return node;
  const inner = 'nodes' in node ? node.nodes.map((one, index) => <Node key={index} node={one} />) : null;
  switch (node.kind) {
    case 'break':
      return <br />;
    case 'code':
      return <code>{node.text}</code>;
    case 'bold':
      return <strong>{inner}</strong>;
    case 'italic':
      return <em>{inner}</em>;
    case 'link':
      return (
        <>
          <a href={node.href} target="_blank" rel={foreignRel}>
            {node.text}
          </a>
          {node.host && <small> ({texts.text('LINK_HOST', { host: node.host })})</small>}
        </>
      );
  }
}
