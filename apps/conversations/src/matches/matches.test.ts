import { largestRow, type MatchView } from '@parley/contracts';
import { askedWords } from '@parley/service-kit/search';

import { seeded } from '../../test/inbox.ts';
import { matchesOf, type Searched, thatFit } from './matches.ts';

const asked = (words: readonly string[]) => askedWords(words.join(' '), 'last');
const message = (text: string, seq = 1): Searched => ({ in: 'message', seq, text });

/** What the ranges of a match cover. */
const covered = ({ text, ranges }: MatchView): string[] => ranges.map(([from, to]) => text.slice(from, to));

it.each([
  ['a word, whatever its case', 'Where is my PARCEL?', ['parcel'], ['PARCEL']],
  ['words one by one', 'my parcel, your parcel', ['my', 'parcel'], ['my', 'parcel', 'parcel']],
  ['a beginning of the last word', 'two lampshades', ['two', 'lamp'], ['two', 'lamp']],
  ['no beginning of another word', 'lampshades two', ['lamp', 'two'], ['two']],
  ['accents, composed', 'The Lámpshade', ['lampshade'], ['Lámpshade']],
  ['accents, in characters of their own', 'The La\u0301mpshade\u0301!', ['lampshade'], ['La\u0301mpshade\u0301']],
  ['ligatures', 'a ﬁsh', ['fish'], ['ﬁsh']],
  ['letters that become two code units', 'Straße 𝒳', ['x'], ['𝒳']],
  ['words of other scripts', 'Добрый день', ['день'], ['день']],
  ['markup as it was typed', '<b>parcel</b> & <i>', ['parcel'], ['parcel']],
  ['a part of an address', 'ada.l@acme.example', ['acme'], ['acme']],
  ['numbers', 'order 1024-7', ['1024'], ['1024']],
])('finds %s', (_, text, words, expected) => {
  const [match] = matchesOf([message(text)], asked(words));

  expect(match && covered(match)).toEqual(expected);
  expect(match?.text).toBe(text);
});

it('finds nothing where no word stands', () => {
  expect(matchesOf([message('a parcel'), { in: 'tag', text: '' }], asked(['bicycle']))).toEqual([]);
});

it('shows texts that hold different words of the query rather than the same one again', () => {
  const searched: Searched[] = [
    message('parcel one', 4),
    message('parcel two', 3),
    message('parcel three', 2),
    { in: 'subject', text: 'A lampshade' },
    { in: 'tag', text: 'urgent parcel' },
  ];

  const matches = matchesOf(searched, asked(['parcel', 'lampshade', 'urgent']));

  expect(matches.map((match) => [match.in, match.seq, match.text])).toEqual([
    ['tag', undefined, 'urgent parcel'],
    ['subject', undefined, 'A lampshade'],
    ['message', 4, 'parcel one'],
  ]);
});

it('shows a text that stands in two places once', () => {
  const matches = matchesOf([message('Hello'), { in: 'first_text', text: 'Hello' }], asked(['hello']));

  expect(matches).toEqual([{ in: 'message', seq: 1, text: 'Hello', ranges: [[0, 5]] }]);
});

const letters = ['a', 'B', 'é', 'e\u0301', 'ß', '😀', '👩‍👧', 'ﬁ', ' ', ' ', '\n', '<b>', '&', 'я', '字', '٣', '—'];

it.each([1, 2, 3, 4, 5])('cuts long texts at characters, around a word of the query (seed %i)', (seed) => {
  const pick = seeded(seed);
  const noise = (length: number) => Array.from({ length }, () => letters[pick(letters.length)]).join('');
  for (let round = 0; round < 200; round++) {
    const text = `${noise(pick(400))} Needle${round % 2 ? 's' : ''} ${noise(pick(400))}`;

    const [match] = matchesOf([message(text)], asked(['needle']));

    const { text: shown = '' } = match ?? {};
    expect(shown.length).toBeLessThanOrEqual(200);
    expect(text).toContain(shown);
    expect(shown.isWellFormed()).toBe(true);
    expect(match && covered(match).every((word) => word === 'Needle')).toBe(true);
    const before = text.indexOf(shown);
    const after = text.slice(before + shown.length);
    expect(after).not.toMatch(/^(?:\p{M}|\u200D)/u);
    expect(shown).not.toMatch(/^(?:\p{M}|\u200D)/u);
  }
});

it('leaves out what a row has no room for', () => {
  const matches: MatchView[] = [1, 2, 3].map((seq) => ({ in: 'message', seq, text: '字'.repeat(200), ranges: [] }));
  const row = JSON.stringify({ subject: 'x'.repeat(2_500) });

  const kept = thatFit(row, matches);

  expect(kept).toHaveLength(2);
  expect(Buffer.byteLength(`${row.slice(0, -1)},"matches":${JSON.stringify(kept)}}`)).toBeLessThan(largestRow);
  expect(thatFit('{}', matches)).toEqual(matches);
});
