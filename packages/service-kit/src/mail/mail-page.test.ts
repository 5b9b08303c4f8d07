import { visibleText } from '@parley/testkit';

import { contrast, parseColour } from './colours.ts';
import { renderMailPage } from './mail-page.ts';
import { shownName, withNames } from './names.ts';

const nasty = `<script>alert(1)</script> "Ada" & 'Co' <b onclick="x">`;
const page = {
  language: 'en',
  brand: { name: 'Acme' },
  title: 'Confirm your address',
  greeting: 'Hello Ada,',
  above: ['Please confirm that the address is yours.'],
  button: { label: 'Confirm address', href: 'https://desk.example/#/verify/u1/c0de' },
  below: ['If it was not you, ignore this mail.'],
  fallback: 'If the button does not work, open this address:',
  footer: 'Sent by Parley for Acme.',
};
const html = (changes: Partial<Parameters<typeof renderMailPage>[0]> = {}) =>
  renderMailPage({ ...page, ...changes }).html;

it('says the same as text and as HTML, in the same order', () => {
  const { text, html } = renderMailPage(page);

  expect(text).toBe(
    [
      ...['Hello Ada,', 'Please confirm that the address is yours.'],
      'Confirm address:\nhttps://desk.example/#/verify/u1/c0de',
      ...['If it was not you, ignore this mail.', 'Sent by Parley for Acme.\n'],
    ].join('\n\n'),
  );
  const { title, greeting, above, button, below, fallback, footer } = page;
  const inOrder = [page.brand.name, title, greeting, ...above, button.label, ...below, fallback, button.href, footer];
  expect(visibleText(html)).toBe(inOrder.join(' '));
});

it('has one button, in tables, and says that it knows dark mode', () => {
  expect(html().match(/class="button edge"/g)).toHaveLength(1);
  expect([...html().matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([page.button.href, page.button.href]);
  expect(html()).toContain('<meta name="color-scheme" content="light dark">');
  expect(html()).toContain('@media (prefers-color-scheme:dark)');
  expect(html().match(/<table(?! role="presentation")/g)).toBeNull();
});

it('loads nothing and runs nothing', () => {
  expect(html()).not.toMatch(/<(img|script|link|iframe|object|video|svg|base|form)\b|url\(|@import|\ssrc=|\son\w+=/i);
});

it.each(['title', 'greeting', 'fallback', 'footer'] as const)('shows markup in the %s as text', (place) => {
  expect(visibleText(html({ [place]: nasty }))).toContain(nasty);
  expect(html({ [place]: nasty })).not.toMatch(/<script|<b |onclick="/);
});

it('shows markup in paragraphs, the button and its address as text', () => {
  const everywhere = {
    language: '"><script>',
    above: [nasty],
    below: [nasty],
    button: { label: nasty, href: `https://desk.example/#/${nasty}` },
  };

  expect(html(everywhere)).not.toMatch(/<script|<b |onclick="/);
  expect(
    html(everywhere).match(/&lt;script&gt;alert\(1\)&lt;\/script&gt; &quot;Ada&quot; &amp; &#39;Co&#39;/g),
  ).toHaveLength(7);
});

it('shows the name of the brand as a name, with its first letter as its sign', () => {
  const { html } = renderMailPage({ ...page, brand: { name: '<b>élan</b> & "Söhne" evil.example' } });

  expect(html).toContain('>b élan /\u2060b &amp; &quot;Söhne&quot; evil.\u2060example</td>');
  expect(html).toContain('>B</td>');
});

it.each<[unknown, unknown, string, string]>([
  ['#0b6e4f', undefined, '#0b6e4f', '#ffffff'],
  ['#FC0', '#ffffff', '#ffcc00', '#000000'],
  ['#123456', '#ffff00', '#123456', '#ffff00'],
  ['#777777', '#888888', '#777777', '#000000'],
  ['red;background:url(https://evil.example)', '#000000', '#1f4fd8', '#ffffff'],
  [17, {}, '#1f4fd8', '#ffffff'],
])('writes on a button of %j in %j so that it can be read', (colour, textColour, ground, text) => {
  const markup = html({ brand: { name: 'Acme', colour, textColour } });

  expect(markup).toContain(`background:${ground};color:${text};font:600 16px`);
  expect(contrast(parseColour(ground) ?? [0, 0, 0], parseColour(text) ?? [0, 0, 0])).toBeGreaterThanOrEqual(4.5);
});

it.each([
  ['#ffffff', '#838c9b', '#ffffff'],
  ['#111111', '#111111', '#707a8a'],
])('draws an edge around a button of %s where the card has nearly its colour', (colour, onLight, onDark) => {
  const markup = html({ brand: { name: 'Acme', colour } });

  expect(markup).toContain(`border:1px solid ${onLight};border-radius:8px;background:${colour}`);
  expect(markup).toContain(`.edge{border-color:${onDark}!important}`);
});

it('runs from right to left where the language does', () => {
  const markup = html({ language: 'ar', direction: 'rtl' });

  expect(markup).toContain('<html lang="ar" dir="rtl">');
  expect(markup).toContain('<div lang="ar" dir="rtl">');
  expect(markup).toContain('text-align:right');
  expect(markup).not.toMatch(/text-align:left|padding-left|margin-left|float:/);
});

it.each([
  ['Ada\r\nBcc: eve@evil.example', 'a line break'],
  ['Ada\u2028Click', 'a line separator'],
  ['<a href="https://evil.example">Ada</a>', 'markup'],
  ['https://evil.example/now', 'a link'],
  ['evil.example', 'a host name'],
  ['\u202eadA', 'a change of direction'],
])('shows a name without links: %j', (name) => {
  expect(withNames('Hello {name},', { name })).toMatch(/^Hello [^\r\n]+,$/);
  expect(shownName(name)).not.toMatch(/[\r\n\u2028\u202e<>]|evil\.example|https:\/\//);
});

it('leaves ordinary names as they are', () => {
  const names = ['Ada', "O'Brien", 'Jean-Luc', 'Łukasz', '李雷', 'St. John'];

  expect(names.map(shownName)).toEqual(names);
});

it('puts each name where the sentence has it, and reads no placeholder in a name', () => {
  expect(withNames('{one} and {other}, {unknown}', { one: '{other}', other: '$&' })).toBe('{other} and $&, {unknown}');
});

it('keeps a name that runs from right to left from reordering the sentence', () => {
  expect(withNames('{name} invites you', { name: 'عادل' })).toBe('\u2068عادل\u2069 invites you');
});
