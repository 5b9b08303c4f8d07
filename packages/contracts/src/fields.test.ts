import { z } from 'zod';

import {
  BooleanWord,
  eitherBy,
  FlagWord,
  isRecordId,
  jsonBytes,
  jsonObject,
  maybe,
  numberWord,
  oneOf,
  PathId,
  repeatable,
  spokenText,
  text,
} from './fields.ts';

it('counts characters, not UTF-16 units', () => {
  expect(text(2).safeParse('😀😀').success).toBe(true);
  expect(text(2).safeParse('abc').success).toBe(false);
  expect(text(2, 1).safeParse('').success).toBe(false);
});

it('refuses text that PostgreSQL cannot keep', () => {
  expect(text(9).safeParse('\u0000').success).toBe(false);
  expect(text(9).safeParse('\udc00').success).toBe(false);
  expect(spokenText(9).safeParse('\u2003 ').success).toBe(false);
});

it('measures objects in bytes and levels', () => {
  const schema = jsonObject(10, 2);
  expect(jsonBytes({ é: 1 })).toBe(8);
  expect(schema.safeParse({ é: 1 }).success).toBe(true);
  expect(schema.safeParse({ ééé: 1 }).success).toBe(false);
  expect(schema.safeParse({ a: [] }).success).toBe(true);
  expect(schema.safeParse({ a: [[]] }).success).toBe(false);
});

it('reads null as not given', () => {
  expect(maybe(text(3)).parse(null)).toBeUndefined();
  expect(maybe(text(3)).safeParse(1).success).toBe(false);
});

it.each([
  ['1', 1],
  ['-2.50', -2.5],
  [3, 3],
])('reads %p as a number', (word, value) => {
  expect(numberWord().parse(word)).toBe(value);
});

it.each([[''], [' '], ['1e3'], ['0x10'], ['1,5'], ['NaN'], [Number.NaN], [Number.POSITIVE_INFINITY], ['9'.repeat(17)]])(
  'refuses %p as a number',
  (word) => {
    expect(numberWord().safeParse(word).success).toBe(false);
  },
);

it('holds numbers to their bounds', () => {
  const age = numberWord({ integer: true, min: 1, max: 3 });
  expect(['1', '3'].map((word) => age.parse(word))).toEqual([1, 3]);
  for (const word of ['0', '4', '1.5']) expect(age.safeParse(word).success).toBe(false);
});

it('reads booleans as words', () => {
  expect([true, 'True', 'false', ' true\n'].map((word) => BooleanWord.parse(word))).toEqual([true, true, false, true]);
  for (const word of ['1', '', 'yes', 1, ['true']]) expect(BooleanWord.safeParse(word).success).toBe(false);
});

it('reads 1 and 0 as booleans where clients write them', () => {
  expect([' 1', '0', 'TRUE', false].map((word) => FlagWord.parse(word))).toEqual([true, false, true, false]);
  expect(FlagWord.safeParse('2').success).toBe(false);
});

it('takes the words of a closed list, trimmed, and no other', () => {
  const Colour = maybe(oneOf(['red', 'dark blue']));
  expect(['red', ' red ', '\tdark blue\n', undefined, null].map((word) => Colour.parse(word))).toEqual([
    'red',
    'red',
    'dark blue',
    undefined,
    undefined,
  ]);
  for (const word of ['', ' ', 'RED', 'darkblue', 7, ['red']]) {
    expect(Colour.safeParse(word).error?.issues[0]?.message).toBe('Must be one of red, dark blue');
  }
});

it('tells objects apart by a word, trimmed, and names the member at fault', () => {
  const Step = eitherBy('type', [
    z.object({ type: z.literal('post'), intent: z.string() }),
    z.object({ type: z.enum(['put', 'delete']), id: z.string() }),
  ]);
  expect(Step.parse({ type: ' put', id: 'a' })).toEqual({ type: 'put', id: 'a' });
  expect(Step.safeParse({ type: 'post ', id: 'a' }).error?.issues[0]?.path).toEqual(['intent']);
  for (const sent of [{ type: 'patch' }, { id: 'a' }, { type: 7 }])
    expect(Step.safeParse(sent).error?.issues[0]?.path).toEqual(['type']);
  for (const sent of [null, 'post', []]) expect(Step.safeParse(sent).success).toBe(false);
});

it('reads a repeated name as a list, and one as a list of one', () => {
  expect(repeatable(text(3)).parse('a')).toEqual(['a']);
  expect(repeatable(text(3)).parse(['a', 'b'])).toEqual(['a', 'b']);
});

it('empties ids in paths that cannot be one', () => {
  expect([PathId.parse('abc'), PathId.parse('\u0000'), PathId.parse('x'.repeat(256))]).toEqual(['abc', '', '']);
  expect(['0'.repeat(24), 'F'.repeat(24), 7].map(isRecordId)).toEqual([true, false, false]);
});
