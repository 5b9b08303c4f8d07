import { amountOf, drawer } from '@parley/testkit';

import { isSafeLink, type MarkupNode, parseMarkup, withVisibleBidi } from '../src/markup.ts';

const cases = amountOf({ quick: 1_000, soak: 10_000 });

const text = (value: string): MarkupNode => ({ kind: 'text', text: value });

describe('parseMarkup', () => {
  it.each<[string, MarkupNode[]]>([
    ['plain & <b>', [text('plain & <b>')]],
    ['a\nb', [text('a'), { kind: 'break' }, text('b')]],
    [
      '**bold** *it* _it_ `c*d`',
      [
        { kind: 'bold', nodes: [text('bold')] },
        text(' '),
        { kind: 'italic', nodes: [text('it')] },
        text(' '),
        { kind: 'italic', nodes: [text('it')] },
        text(' '),
        { kind: 'code', text: 'c*d' },
      ],
    ],
    ['**a *b* c**', [{ kind: 'bold', nodes: [text('a '), { kind: 'italic', nodes: [text('b')] }, text(' c')] }]],
    ['2 * 3 * 4 and snake_case_name', [text('2 * 3 * 4 and snake_case_name')]],
    [
      'see https://a.example/x_y.',
      [
        text('see '),
        { kind: 'link', href: 'https://a.example/x_y', nodes: [text('https://a.example/x_y')], claimedOther: false },
        text('.'),
      ],
    ],
    [
      '[here](https://a.example)',
      [{ kind: 'link', href: 'https://a.example', nodes: [text('here')], claimedOther: false }],
    ],
    [
      '[bank.example](https://evil.example)',
      [{ kind: 'link', href: 'https://evil.example', nodes: [text('bank.example')], claimedOther: true }],
    ],
    [
      '[https://bank.example](https://evil.example)',
      [{ kind: 'link', href: 'https://evil.example', nodes: [text('https://bank.example')], claimedOther: true }],
    ],
    [
      '[**https://a.example** \u202E](https://evil.example)',
      [
        {
          kind: 'link',
          href: 'https://evil.example',
          nodes: [{ kind: 'bold', nodes: [text('https://a.example')] }, text(' ⟨U+202E⟩')],
          claimedOther: true,
        },
      ],
    ],
    ['[x](javascript:alert(1)) [y](data:text/html,z)', [text('[x](javascript:alert(1)) [y](data:text/html,z)')]],
    ['javascript:alert(1)', [text('javascript:alert(1)')]],
  ])('%j', (given, nodes) => {
    expect(parseMarkup(given)).toEqual(nodes);
  });

  it('loses no character of what is no mark', () => {
    const letters = [
      'a',
      'é',
      '😀',
      ' ',
      '.',
      '<',
      '&',
      '"',
      ':',
      '/',
      '\u202E',
      '\u0000',
      'https://a.example',
      'mailto:x',
    ];
    for (let seed = 0; seed < cases; seed += 1) {
      const words = drawn(seed, letters, 40);
      expect(withVisibleBidi(shown(parseMarkup(words)))).toBe(withVisibleBidi(words));
    }
  });

  it('makes links to http, https, mailto and tel only', () => {
    const pieces = [
      '[',
      '](',
      ')',
      'javascript:',
      'https://a.example',
      'https://%',
      'data:',
      '**',
      '_',
      '`',
      ' ',
      '\n',
      'mailto:x',
      'vbscript:',
    ];
    let links = 0;
    for (let seed = 0; seed < cases; seed += 1)
      for (const href of hrefs(parseMarkup(drawn(seed, pieces, 60)))) {
        links += 1;
        expect(isSafeLink(href)).toBe(true);
      }
    expect(links).toBeGreaterThan(cases);
  });

  it.each([
    ['https://', '.', 'a'],
    ['https://a', ':', '/'],
    ['[', 'a.', '](https://b.example)'],
    ['[', 'a-', '](https://b.example)'],
    ['[', 'https://', '](https://b.example)'],
  ])(
    'reads %j, 320 kB of %j and %j, for minutes if each character were read again from each of them',
    (first, piece, last) => {
      const given = first + piece.repeat(320_000 / piece.length) + last;
      expect(sizeOf(parseMarkup(given))).toBeLessThan(3);
    },
  );

  it.each(['[', '*', '**a', '**a**', '_a ', '`', '`a`', '](', '[a](https://b', 'https://', 'https://b.io ', 'a\n'])(
    'reads 64 kB of %j to a tree that a page can draw, and leaves out no text',
    (piece) => {
      const given = piece.repeat(64_000 / piece.length);
      const nodes = parseMarkup(given);
      expect(sizeOf(nodes)).toBeLessThan(3_100);
      const letters = (text: string) => text.replace(/[^a-z\n]/g, '');
      expect(letters(shown(nodes))).toBe(letters(given));
    },
  );
});

it('shows the characters that turn the direction', () => {
  expect(withVisibleBidi('invoice\u202Efdp.exe')).toBe('invoice⟨U+202E⟩fdp.exe');
});

function shown(nodes: readonly MarkupNode[]): string {
  return nodes.map((node) => ('nodes' in node ? shown(node.nodes) : node.kind === 'break' ? '\n' : node.text)).join('');
}

function sizeOf(nodes: readonly MarkupNode[]): number {
  return nodes.reduce((sum, node) => sum + 1 + ('nodes' in node ? sizeOf(node.nodes) : 0), 0);
}

function hrefs(nodes: readonly MarkupNode[]): string[] {
  return nodes.flatMap((node) =>
    'nodes' in node ? [...(node.kind === 'link' ? [node.href] : []), ...hrefs(node.nodes)] : [],
  );
}

function drawn(seed: number, pieces: readonly string[], most: number): string {
  const draw = drawer(seed);
  return Array.from({ length: draw(most) }, () => pieces[draw(pieces.length)]).join('');
}
