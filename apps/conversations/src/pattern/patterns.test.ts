import { TextPattern } from '@parley/service-kit/patterns';

import { type RedactPattern, withoutPatterns } from './patterns.ts';

const both = ['card', 'iban'] as const;

it.each([
  ['My card is 4111 1111 1111 1111, thank you', 'My card is [redacted: card], thank you'],
  ['5500-0000-0000-0004', '[redacted: card]'],
  ['Amex 378282246310005 and 4111111111111111.', 'Amex [redacted: card] and [redacted: card].'],
  ['4111 1111 1111 1111 123', '[redacted: card] 123'],
  ['to DE89 3704 0044 0532 0130 00 please', 'to [redacted: iban] please'],
  ['gb82west12345698765432', '[redacted: iban]'],
])('takes numbers out that are valid: %s', async (text, expected) => {
  expect(await withoutPatterns(text, both)).toBe(expected);
});

it.each([
  'Order 4111 1111 1111 1112',
  'Call +39 06 5550 274 or 1764412345678',
  '41111111111111110000000',
  'a4111111111111111b',
  'DE88 3704 0044 0532 0130 00',
  'no digits at all',
])('leaves what no checksum vouches for: %s', async (text) => {
  expect(await withoutPatterns(text, both)).toBe(text);
});

it('looks through every text, name and number of a value, and leaves the rest as it is', async () => {
  const value = { '4111111111111111': [4111111111111111, 12, null, true, { note: 'DE89370400440532013000' }] };
  expect(await withoutPatterns(value, both)).toEqual({
    '[redacted: card]': ['[redacted: card]', 12, null, true, { note: '[redacted: iban]' }],
  });
  expect(await withoutPatterns(value, ['iban'])).toEqual({
    '4111111111111111': [4111111111111111, 12, null, true, { note: '[redacted: iban]' }],
  });
});

it('looks through the longest text, also where a number may begin at each place', async () => {
  const text = '3 '.repeat(30_000);
  expect(await withoutPatterns(text, both)).toBe(text);
  expect(await withoutPatterns(`${'word '.repeat(10_000)}4111 1111 1111 1111`, both)).toBe(
    `${'word '.repeat(10_000)}[redacted: card]`,
  );
});

function own(name: string, source: string): RedactPattern {
  const pattern = TextPattern.compile(source);
  if (!pattern) throw new Error(`${source} is no pattern.`);
  return { name, pattern };
}

it('takes out what patterns of the project match, each under its name', async () => {
  const value = { text: 'ORD-123 by 4111 1111 1111 1111', attributes: { 'ORD-9': ['PIN 1234'] } };
  expect(await withoutPatterns(value, ['card', own('order', 'ORD-\\d+'), own('PIN', '\\bPIN \\d{4}\\b')])).toEqual({
    text: '[redacted: order] by [redacted: card]',
    attributes: { '[redacted: order]': ['[redacted: PIN]'] },
  });
});

it('counts the matches of one message together, and those of each message by themselves', async () => {
  const digit = [own('digit', '\\d')];
  const many = { text: '1 '.repeat(60), attributes: { a: '2 '.repeat(60), b: 'none' } };
  for (const _round of [1, 2])
    expect(await withoutPatterns(many, digit)).toEqual({
      text: '[redacted: digit] '.repeat(60),
      attributes: { a: '[redacted: digit]', b: 'none' },
    });
});
