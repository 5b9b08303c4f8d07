import { labelText, parseLabel } from './label-nodes.ts';

it('builds the tags that labels may hold, with the addresses that may be opened', () => {
  expect(
    parseLabel('I <b>accept</b> the <a href="https://shop.example/t?a=1&amp;b=2" target=_blank>terms</a><br>'),
  ).toEqual([
    'I ',
    { tag: 'b', nodes: ['accept'] },
    ' the ',
    { tag: 'a', href: 'https://shop.example/t?a=1&b=2', nodes: ['terms'] },
    { tag: 'br', nodes: [] },
  ]);
});

it.each(['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<iframe src=x>', '< b', '<style>*{}</style>'])(
  'shows %j as text',
  (label) => {
    expect(parseLabel(label).every((node) => typeof node === 'string')).toBe(true);
    expect(labelText(label)).toBe(label);
  },
);

it.each(['javascript:alert(1)', 'data:text/html,x', ' javascript:x', '&#106;avascript:x', '//x.example'])(
  'opens no %j',
  (href) => {
    expect(parseLabel(`<a href="${href}">x</a>`)).toEqual([{ tag: 'a', href: undefined, nodes: ['x'] }]);
  },
);

it('keeps no attribute of a tag', () => {
  expect(parseLabel('<b onclick="x" style="y">z</b>')).toEqual([{ tag: 'b', nodes: ['z'] }]);
});
