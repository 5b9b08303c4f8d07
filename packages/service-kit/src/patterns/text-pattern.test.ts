import { TextPattern } from './text-pattern.ts';

async function replaced(pattern: string, text: string, budget = { left: 100 }): Promise<string | undefined> {
  return TextPattern.compile(pattern)?.replaceIn(text, '#', budget);
}

it.each([
  ['ORD-\\d+', 'a ORD-12, ORD-345', 'a #, #'],
  ['(?i)ord', 'ORD ord', '# #'],
  ['^a', 'aa a', '#a a'],
  ['a$', 'aa a', 'aa #'],
  ['\\ba\\b', 'a ba a', '# ba #'],
  ['👍+', 'so 👍👍👍 good 👎', 'so # good 👎'],
  ['.', 'a👍', '##'],
  ['\\d*\\b', 'to 12 and', 'to # and'],
])('replaces each match of %s in %s', async (pattern, text, expected) => {
  expect(await replaced(pattern, text)).toBe(expected);
});

it.each([...['(', '(?=a)', '(a)\\1', 'x{101}', 'x{1,101}', '(x{40}){40}', 'a*', '', 'a|'], 'abcdefghij'.repeat(11)])(
  'takes no pattern that is invalid, large, or matches nothing: %s',
  (pattern) => {
    expect(TextPattern.compile(pattern)).toBeUndefined();
  },
);

const after = 'z'.repeat(2_000);

it.each([990, 999, 1_000, 1_001, 1_600, 1_790, 1_800, 1_801])(
  'finds a match wherever it lies in a long text, and what is around it counts: at %i',
  async (place) => {
    const before = '👍'.repeat(place / 2) + ' '.repeat(place % 2);
    for (const [pattern, found, rest] of [
      ['\\bORD-\\d{6}\\b', 'ORD-123456', ` ${'z'.repeat(1_500)}`],
      ['[a-y]+', 'y'.repeat(150), 'z'.repeat(1_500)],
      ['y+$', 'y'.repeat(150), ''],
    ] as const)
      expect(await replaced(pattern, before + found + rest)).toBe(`${before}#${rest}`);
    for (const pattern of ['^ORD', 'ORD$', 'ORD\\B'])
      expect(await replaced(pattern, `${before}ORD ${after}`)).toBe(`${before}ORD ${after}`);
  },
);

it('makes one marker of a text that has more matches than may be replaced, over several texts', async () => {
  const budget = { left: 3 };
  expect(await replaced('\\d', 'a 1 b 2', budget)).toBe('a # b #');
  expect(await replaced('\\d', 'c 3 d 4 e', budget)).toBe('#');
  expect(await replaced('\\d', 'no number', budget)).toBe('no number');
  expect(await replaced('\\d', '5', budget)).toBe('#');
});

it('lets others run while it looks through a long text', async () => {
  const order: string[] = [];
  const running = replaced('[0-9]', 'x'.repeat(65_536)).then(() => order.push('replaced'));
  setImmediate(() => order.push('another'));
  await running;
  expect(order).toEqual(['another', 'replaced']);
});

it.each([
  ['a(.*b)?', 'a'.repeat(65_536)],
  ['(a|aa)+$', `${'a'.repeat(65_535)}!`],
  ['(x+x+)+y', 'x'.repeat(65_536)],
  ['(.*)(.*)(.*)(.*)(.*)9', '👍'.repeat(32_768)],
  ['(?s).{90}$', `${'a'.repeat(65_535)}\n`],
  ['\\b', 'a '.repeat(32_768)],
])('leaves no text longer, and no surrogate alone, for the evil %s', async (pattern, text) => {
  const result = (await replaced(pattern, text)) ?? '';
  expect([result.length <= text.length, result.isWellFormed()]).toEqual([true, true]);
});
