import { normalised, wordsOf } from './words.ts';

it.each([
  ['When DO you open?', 'when do you open'],
  ['  when\tdo\n you   open ', 'when do you open'],
  ['«Où est l’hôtel ?»', 'ou est l’hotel'],
  ['Straße', 'STRASSE'],
  ['ﬁne', 'fine'],
  ['ＡＢＣ１', 'abc1'],
  ['Ёлка', 'елка'],
  ['ΆΛΦΑ', 'αλφα'],
  ['!!!', '!!!'],
  ['(& | ! : * \\ %)', '& | ! : * \\ %'],
])('%j and %j are the same', (one, other) => {
  expect(normalised(one)).toBe(normalised(other));
});

it.each([
  ['not', 'note'],
  ['a.b', 'ab'],
  ['?', '!'],
  ['कि', 'क'],
  ['мой', 'мои'],
])('%j and %j are not', (one, other) => {
  expect(normalised(one)).not.toBe(normalised(other));
});

it('reads the first 1,000 characters', () => {
  expect(normalised(`${'a'.repeat(1_000)}b`)).toBe('a'.repeat(1_000));
  expect(wordsOf(`${'x '.repeat(499)}yy zz`, 'en')).toEqual(['x', 'yy']);
});

it('splits a text into distinct words', () => {
  expect(wordsOf("It's a well-known café, a CAFÉ!", 'en')).toEqual(['it', 's', 'a', 'well', 'known', 'cafe']);
  expect(wordsOf('& | ! ( ) : * \\ %', 'en')).toEqual([]);
});

it('splits into bigrams in languages without spaces', () => {
  expect(wordsOf('營業時間?', 'zh')).toEqual(['營業', '業時', '時間']);
  expect(wordsOf('我', 'zh')).toEqual(['我']);
  expect(wordsOf('สวัสดี', 'th').length).toBeGreaterThan(2);
});
