import { hostOf, type MarkupNode, parseMarkup } from '@parley/sdk/markup';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';

import { foreignRel } from '../panel/label.tsx';
import { usePanel } from '../panel/state-context.ts';

/** People's text as nodes, never as HTML. */
export function MarkupView({ text }: { text: string }) {
  // Memoised: rendered once, however often the messages around it change.
  const nodes = useMemo(() => parseMarkup(text).map((node, index) => <Node key={index} node={node} />), [text]);
  return (
    <p class="words" dir="auto">
      {nodes}
    </p>
  );
}

function Node({ node }: { node: MarkupNode }): ComponentChildren {
  const { texts } = usePanel();
  const inner = 'nodes' in node ? node.nodes.map((one, index) => <Node key={index} node={one} />) : null;
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'break':
      return <br />;
    case 'code':
      return <code>{node.text}</code>;
    case 'bold':
      return <strong>{inner}</strong>;
    case 'italic':
      return <em>{inner}</em>;
    case 'link': {
      const host = node.claimedOther && hostOf(node.href);
      return (
        <>
          <a href={node.href} target="_blank" rel={foreignRel}>
            {inner}
          </a>
          {host && <small> ({texts.text('LINK_HOST', { host })})</small>}
        </>
      );
    }
  }
}
