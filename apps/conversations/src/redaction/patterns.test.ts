import fc from 'fast-check';

import { withoutPatterns } from './patterns.ts';

const both = ['card', 'iban'] as const;

it.each([
  ['My card is 4111 1111 1111 1111, thank you', 'My card is [redacted: card], thank you'],
  ['5500-0000-0000-0004', '[redacted: card]'],
  ['Amex 378282246310005 and 4111111111111111.', 'Amex [redacted: card] and [redacted: card].'],
  ['4111 1111 1111 1111 123', '[redacted: card] 123'],
  ['to DE89 3704 0044 0532 0130 00 please', 'to [redacted: iban] please'],
  ['gb82west12345698765432', '[redacted: iban]'],
])('takes numbers out that are valid: %s', (text, expected) => {
  expect(withoutPatterns(text, both)).toBe(expected);
});

it.each([
  'Order 4111 1111 1111 1112',
  'Call +39 06 5550 274 or 1764412345678',
  '41111111111111110000000',
  'a4111111111111111b',
  'DE88 3704 0044 0532 0130 00',
  'no digits at all',
])('leaves what no checksum vouches for: %s', (text) => {
  expect(withoutPatterns(text, both)).toBe(text);
});

it('looks through every text, name and number of a value, and leaves the rest as it is', () => {
  const value = { '4111111111111111': [4111111111111111, 12, null, true, { note: 'DE89370400440532013000' }] };
  expect(withoutPatterns(value, both)).toEqual({
    '[redacted: card]': ['[redacted: card]', 12, null, true, { note: '[redacted: iban]' }],
  });
  expect(withoutPatterns(value, ['iban'])).toEqual({
    '4111111111111111': [4111111111111111, 12, null, true, { note: '[redacted: iban]' }],
  });
});

it('finds a card wherever it stands, and its result has none left', () => {
  const words = fc.stringMatching(/^[a-z ,.]{0,40}$/);
  fc.assert(
    fc.property(words, words, (before, after) => {
      const text = `${before} 4111 1111 1111 1111 ${after}`;
      const redacted = withoutPatterns(text, both);
      expect(redacted).toBe(`${before} [redacted: card] ${after}`);
      expect(withoutPatterns(redacted, both)).toBe(redacted);
    }),
  );
});
