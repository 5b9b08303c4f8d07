import fc from 'fast-check';

import { withVisibleBidi } from '../ui/bidi.ts';
import { isSafeLink, type MarkupNode, parseMarkup } from './markup.ts';

it('reads breaks, bold, italic, code and links', () => {
  expect(parseMarkup('a **b** _c_ `d`\nhttps://e.example/f.')).toEqual([
    'a ',
    { kind: 'bold', nodes: ['b'] },
    ' ',
    { kind: 'italic', nodes: ['c'] },
    ' ',
    { kind: 'code', text: 'd' },
    { kind: 'break' },
    { kind: 'link', href: 'https://e.example/f', text: 'https://e.example/f', host: undefined },
    '.',
  ]);
});

it('names the host of a link whose text claims another', () => {
  expect(parseMarkup('[bank.example](https://evil.example/x)')).toMatchObject([
    { text: 'bank.example', host: 'evil.example' },
  ]);
  expect(parseMarkup('[our terms](https://shop.example/t)')).toMatchObject([{ text: 'our terms', host: undefined }]);
});

it.each([
  '[x](javascript:alert(1))',
  'javascript:alert(1)',
  '<img src=x onerror=alert(1)>',
  'snake_case_name',
  '2 * 3 * 4',
  'data:text/html,x',
])('leaves %j as text', (text) => {
  expect(parseMarkup(text).every((node) => typeof node === 'string' || node.kind === 'italic')).toBe(true);
  expect(JSON.stringify(parseMarkup(text))).not.toContain('"link"');
});

function textOf(nodes: readonly MarkupNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      if (node.kind === 'break') return '\n';
      return 'nodes' in node ? textOf(node.nodes) : node.text;
    })
    .join('');
}

it('loses no letter of any text, and links to nothing but web, mail and telephone', () => {
  const letters = fc.constantFrom(
    'a',
    ' ',
    '*',
    '_',
    '`',
    '[',
    ']',
    '(',
    ')',
    '\n',
    'https://x.example',
    'mailto:',
    'é',
  );
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      const bare = (shown: string) => shown.replace(/[^aé\n]/g, '');
      const nodes = parseMarkup(text);
      if (!text.includes('](')) expect(bare(textOf(nodes))).toBe(bare(text));
      for (const node of nodes)
        if (typeof node !== 'string' && node.kind === 'link') expect(isSafeLink(node.href)).toBe(true);
    }),
  );
});

it.each(['*', '_', '`', '[', '**', '[a](', 'http://', '_a ', '*a '])(
  'reads 60,000 letters of %j within a moment',
  (part) => {
    const text = part.repeat(60_000 / part.length);
    const begin = performance.now();
    parseMarkup(text);
    expect(performance.now() - begin).toBeLessThan(1_000);
  },
);

it('shows characters that turn the direction', () => {
  expect(withVisibleBidi('a\u202Eb')).toBe('a⟨U+202E⟩b');
});
