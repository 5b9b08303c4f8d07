import { readFileSync } from 'node:fs';

import { faces } from './face.ts';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const [base = '', more = ''] = css.split('@media (prefers-contrast: more)');
const tokensIn = (text: string) =>
  [...text.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name, { light, dark }] as const,
  );
const looks = {
  usual: { tokens: new Map(tokensIn(base)), text: 4.5, edge: 3, face: 4.5 },
  'more contrast': { tokens: new Map([...tokensIn(base), ...tokensIn(more)]), text: 7, edge: 4.5, face: 4.5 },
};

const texts = ['ink', 'ink-soft', 'accent', 'good', 'warn', 'bad'];
const grounds = ['paper', 'raised', 'hover', 'accent-soft'];
const pairs = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground, 'text'] as const)),
  ['on-accent', 'accent', 'text'],
  ['on-accent', 'accent-strong', 'text'],
  ['ink', 'private', 'text'],
  ['ink-soft', 'private', 'text'],
  ['private-ink', 'private', 'text'],
  ['warn', 'warn-soft', 'text'],
  ['ink', 'warn-soft', 'text'],
  ['bad', 'bad-soft', 'text'],
  ['ink', 'bad-soft', 'text'],
  ['control', 'paper', 'edge'],
  ['control', 'raised', 'edge'],
  ...Array.from({ length: faces }, (_, face) => [`face-${face}-ink`, `face-${face}`, 'face'] as const),
] as const;

describe.each(['usual', 'more contrast'] as const)('tokens of %s', (look) => {
  const { tokens, ...least } = looks[look];

  describe.each(['light', 'dark'] as const)('in %s', (theme) => {
    const colourOf = (name: string) => tokens.get(name)?.[theme] ?? `no token ${name}`;

    it.each(pairs)('%s on %s: contrast of %s', (text, ground, kind) => {
      expect(contrast(colourOf(text), colourOf(ground))).toBeGreaterThanOrEqual(least[kind]);
    });
  });
});

it('asks for other colours where more contrast is wanted', () => {
  expect(tokensIn(more).length).toBeGreaterThan(5);
  const unchanged = tokensIn(more).filter(([name, { light }]) => looks.usual.tokens.get(name)?.light === light);
  expect(unchanged).toEqual([]);
});

/** Source: WCAG 2.2, contrast ratio. */
function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
