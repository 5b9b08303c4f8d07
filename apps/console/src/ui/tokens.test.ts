import { readFileSync } from 'node:fs';

import { faces } from './face.ts';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [
    name,
    { light, dark },
  ]),
);

const texts = ['ink', 'ink-soft', 'accent', 'good', 'warn', 'bad'];
const grounds = ['paper', 'raised', 'hover', 'accent-soft'];
const pairs = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground, 4.5] as const)),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
  ['ink', 'private', 4.5],
  ['ink-soft', 'private', 4.5],
  ['private-ink', 'private', 4.5],
  ['warn', 'warn-soft', 4.5],
  ['ink', 'warn-soft', 4.5],
  ['bad', 'bad-soft', 4.5],
  ['ink', 'bad-soft', 4.5],
  ['control', 'paper', 3],
  ['control', 'raised', 3],
  ...Array.from({ length: faces }, (_, face) => [`face-${face}-ink`, `face-${face}`, 4.5] as const),
] as const;

describe.each(['light', 'dark'] as const)('tokens in %s', (theme) => {
  it.each(pairs)('%s on %s has a contrast of at least %d', (text, ground, least) => {
    expect(contrast(colourOf(text), colourOf(ground))).toBeGreaterThanOrEqual(least);
  });

  function colourOf(name: string): string {
    return tokens.get(name)?.[theme] ?? `no token ${name}`;
  }
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
