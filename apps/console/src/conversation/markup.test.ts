import fc from 'fast-check';

import { type MarkupNode, parseMarkup, withVisibleBidi } from './markup.ts';

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
    ['[x](javascript:alert(1)) [y](data:text/html,z)', [text('[x](javascript:alert(1)) [y](data:text/html,z)')]],
    ['javascript:alert(1)', [text('javascript:alert(1)')]],
  ])('%j', (given, nodes) => {
    expect(parseMarkup(given)).toEqual(nodes);
  });

  it('loses no character of what is no mark', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
        const words = given.replace(/[*_`[\]()\n]/g, '');
        expect(shown(parseMarkup(words))).toBe(withoutBidiInLinks(words));
      }),
    );
  });

  it('makes links to http, https, mailto and tel only', () => {
    const pieces = [
      '[',
      '](',
      ')',
      'javascript:',
      'https://a.example',
      'data:',
      '**',
      '_',
      '`',
      ' ',
      '\n',
      'mailto:x',
      'vbscript:',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (parts) => {
        for (const href of hrefs(parseMarkup(parts.join('')))) expect(href).toMatch(/^(https?:\/\/|mailto:|tel:)/);
      }),
    );
  });

  it.each(['[', '*', '**a', '_a ', '`', '](', '[a](https://b', 'https://'])('reads 64 kB of %j', (piece) => {
    const given = piece.repeat(64_000 / piece.length);
    expect(shown(parseMarkup(given)).length).toBeGreaterThan(0);
  });
});

it('shows the characters that turn the direction', () => {
  expect(withVisibleBidi('invoice\u202Efdp.exe')).toBe('invoice⟨U+202E⟩fdp.exe');
});

function shown(nodes: readonly MarkupNode[]): string {
  return nodes.map((node) => ('nodes' in node ? shown(node.nodes) : node.kind === 'break' ? '\n' : node.text)).join('');
}

function hrefs(nodes: readonly MarkupNode[]): string[] {
  return nodes.flatMap((node) =>
    'nodes' in node ? [...(node.kind === 'link' ? [node.href] : []), ...hrefs(node.nodes)] : [],
  );
}

function withoutBidiInLinks(given: string): string {
  return shown(parseMarkup(given)) === withVisibleBidi(given) ? withVisibleBidi(given) : given;
}
