import { type MarkupNode, parseMarkup } from '@parley/sdk/markup';

/** The narrow markup of the console as HTML: bold, italic, code, links and line breaks, and nothing of the text itself. */
export function htmlOf(text: string): string {
  return parseMarkup(text).map(nodeHtml).join('');
}

/** The same as plain text: names of links with their addresses. */
export function textOf(text: string): string {
  return parseMarkup(text).map(nodeText).join('');
}

/** Any text as HTML that shows it. */
export function linesToHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('\n', '<br>');
}

function nodeHtml(node: MarkupNode): string {
  switch (node.kind) {
    case 'text':
      return linesToHtml(node.text);
    case 'break':
      return '<br>';
    case 'code':
      return `<code>${linesToHtml(node.text)}</code>`;
    case 'bold':
      return `<b>${node.nodes.map(nodeHtml).join('')}</b>`;
    case 'italic':
      return `<i>${node.nodes.map(nodeHtml).join('')}</i>`;
    case 'link':
      return `<a href="${linesToHtml(node.href)}">${node.nodes.map(nodeHtml).join('')}</a>`;
  }
}

function nodeText(node: MarkupNode): string {
  switch (node.kind) {
    case 'break':
      return '\n';
    case 'text':
    case 'code':
      return node.text;
    case 'bold':
    case 'italic':
      return node.nodes.map(nodeText).join('');
    case 'link': {
      const name = node.nodes.map(nodeText).join('');
      return name === node.href ? name : `${name} (${node.href})`;
    }
  }
}
