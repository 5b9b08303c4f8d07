import { hostOf, type MarkupNode, parseMarkup } from '@parley/sdk/markup';
import { Fragment, memo, type ReactNode } from 'react';
import { useTexts } from '../app/texts.tsx';

/** Text of people as nodes of the page: nothing of it is markup. Drawn once, however often the lines around it change. */
export const MarkupView = memo(function MarkupView({ text }: { text: string }) {
  return (
    <span dir="auto" className="block whitespace-pre-wrap wrap-anywhere">
      {parseMarkup(text).map(toElement)}
    </span>
  );
});

function toElement(node: MarkupNode, index: number): ReactNode {
  switch (node.kind) {
    case 'text':
      return <Fragment key={index}>{node.text}</Fragment>;
    case 'break':
      return <br key={index} />;
    case 'code':
      return (
        <code key={index} className="rounded-box bg-hover px-1 font-mono">
          {node.text}
        </code>
      );
    case 'bold':
      return <strong key={index}>{node.nodes.map(toElement)}</strong>;
    case 'italic':
      return <em key={index}>{node.nodes.map(toElement)}</em>;
    case 'link':
      return <MarkupLink key={index} link={node} />;
  }
}

function MarkupLink({ link }: { link: MarkupNode & { kind: 'link' } }) {
  const t = useTexts();
  const host = hostOf(link.href);
  return (
    <>
      <a
        href={link.href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="text-accent underline underline-offset-2"
      >
        {link.nodes.map(toElement)}
      </a>
      {link.claimedOther && host && <span className="text-small text-warn"> ({t('message.link', { host })})</span>}
    </>
  );
}
