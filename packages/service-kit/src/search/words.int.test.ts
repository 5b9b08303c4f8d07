import { readFile } from 'node:fs/promises';

import { amountOf, drawer } from '@parley/testkit';

import { openShelves, type ShelfFixture } from '../../test/shelves.ts';
import { askedWords, queryOf } from './asked-words.ts';
import { emoji, marks, phoneSigns, separators, sqlClassOf, unspaced } from './characters.ts';
import { askedVector, findWords } from './found-words.ts';
import { fold, tokensOf } from './words.ts';

let shelves: ShelfFixture;
beforeAll(async () => {
  shelves = await openShelves();
});
afterAll(() => shelves.close());

/** Whether the index finds a text, the words computed from it while it is not indexed do, and where it shows them. */
async function search(text: string, query: string) {
  const asked = askedWords(query, 'last');
  const [row] = await shelves.db.query<{ indexed: boolean; fresh: boolean }>(
    `select words_of($1, 'C') @@ $2::tsquery as indexed, $3::tsvector @@ $2::tsquery as fresh`,
    [text, queryOf(asked), askedVector([{ text, weight: 'C' }], asked)],
  );
  const shown = findWords(text, asked).map(({ from, to }) => text.slice(from, to));
  return { ...row, shown };
}

const number = '+49 170 1234567';

it.each([
  // What has always been found.
  ['accents', 'The Lámpshade', 'lampshade', ['Lámpshade']],
  ['accents that are typed', 'The Lampshade', 'lámpshade', ['Lampshade']],
  ['case', 'Where is my PARCEL', 'parcel', ['PARCEL']],
  ['the beginning of the last word', 'two lampshades', 'two lamp', ['two', 'lamp']],
  [
    'an address',
    'Write to Ada.Lovelace@acme.example!',
    'ada.lovelace@acme.example',
    ['Ada', 'Lovelace', 'acme', 'example'],
  ],
  ['the name of an address', 'Ada.Lovelace@acme.example', 'lovelace', ['Lovelace']],
  ['the domain of an address', 'ada@mail.acme.example', 'acme.example', ['acme', 'example']],
  ['an order number', 'order ORD-2024-0017', 'ord-2024-0017', ['ORD', '2024-0017']],
  ['a part of an order number', 'order ORD-2024-0017', '0017', ['0017']],
  ['the beginning of a number', 'order 4711', '47', ['47']],
  ['a word of letters and digits', 'model AB1234', 'ab1234', ['AB1234']],
  [
    'a link',
    'see https://shop.example/p/4711?ref=mail',
    'https://shop.example/p/4711',
    ['https', 'shop', 'example', 'p', '4711'],
  ],
  ['a part of a link', 'see https://shop.example/p/4711', 'shop', ['shop']],
  ['a hashtag', 'for #vip guests', '#vip', ['vip']],
  ['Arabic', 'أين طلبي من فضلك', 'طلبي', ['طلبي']],
  ['Arabic with vowel signs', 'مَرْحَبًا', 'مرحبا', ['مَرْحَبًا']],
  ['Hebrew with vowel signs', 'שָׁלוֹם', 'שלום', ['שָׁלוֹם']],
  ['Cyrillic', 'Добрый день', 'ДОБРЫЙ', ['Добрый']],
  ['ligatures', 'a ﬁsh', 'fish', ['ﬁsh']],
  // Scripts without spaces, and parts of sentences in them.
  ['a Japanese word in a sentence', '注文の返金をお願いします', '返金', ['返金']],
  ['a whole Japanese sentence', '注文の返金をお願いします', '注文の返金をお願いします', ['注文の返金をお願いします']],
  ['the end of a Japanese sentence', '注文の返金をお願いします', 'します', ['します']],
  ['one character', '注文の返金', '返', ['返']],
  ['one character at the end', '注文の返金', '金', ['金']],
  ['Katakana', '新しいランプシェード', 'ランプ', ['ランプ']],
  ['Katakana of half width', '新しいﾗﾝﾌﾟ', 'ランプ', ['ﾗﾝﾌﾟ']],
  ['Kana with separate marks', '\u304B\u3099っこう', 'がっこう', ['\u304B\u3099っこう']],
  ['Chinese', '我想要退款谢谢', '退款', ['退款']],
  ['Korean with an ending', '주문 환불을 원해요', '환불', ['환불']],
  ['Korean in letters of its own', '환불'.normalize('NFD'), '환불', ['환불'.normalize('NFD')]],
  ['Thai', 'ขอคืนเงินด้วยครับ', 'คืนเงิน', ['คืนเงิน']],
  ['words beside characters', 'iPhone15を返品', 'iphone15', ['iPhone15']],
  ['characters beside words', 'iPhone15を返品', '返品 iphone', ['iPhone', '返品']],
  // Telephone numbers.
  ['a telephone number without blanks and signs', `Call ${number}.`, '1701234567', [number]],
  ['the same with a leading zero', `Call ${number}.`, '01701234567', [number]],
  ['the same with its country', number, '491701234567', [number]],
  ['the same with sign and country', number, '+491701234567', [number]],
  ['the same with another prefix', number, '00491701234567', [number]],
  ['its beginning', number, '017012345', [number]],
  ['its written part', number, '1234567', ['1234567']],
  ['all that is written', number, number, [number]],
  ['a number without its country', 'Call 0170/123 45-67', '01701234567', ['0170/123 45-67']],
  ['a number without its country by the one with it', 'Call 0170/1234567', '+49 (170) 1234567', ['0170/1234567']],
  ['a number in parentheses', '+1 (555) 010-9999', '5550109999', ['+1 (555) 010-9999']],
  ['a number with an optional zero', '+49 (0)170 1234567', '01701234567', ['+49 (0)170 1234567']],
  ['a number with full-width digits', '＋４９ １７０ １２３４５６７', '1701234567', ['＋４９ １７０ １２３４５６７']],
  // Letters with several spellings.
  ['ß as ss', 'Hauptstraße 5', 'hauptstrasse', ['Hauptstraße']],
  ['ss as ß', 'HAUPTSTRASSE 5', 'hauptstraße', ['HAUPTSTRASSE']],
  ['German umlauts and ß', 'Schöne Grüße', 'grusse', ['Grüße']],
  ['upper case ß', 'GRÜẞE', 'grüße', ['GRÜẞE']],
  ['Turkish by letters without dots', 'Işık Çağrı', 'isik cagri', ['Işık', 'Çağrı']],
  ['Turkish in upper case', 'İSTANBUL ILICA', 'istanbul ılıca', ['İSTANBUL', 'ILICA']],
  ['Turkish as it is typed', 'istanbul', 'İstanbul', ['istanbul']],
  ['Vietnamese', 'Nguyễn Văn Đức', 'nguyen van duc', ['Nguyễn', 'Văn', 'Đức']],
  ['Greek with a final sigma', 'Ο Οδυσσεύς', 'οδυσσευσ', ['Οδυσσεύς']],
  ['Greek in upper case', 'ΟΔΥΣΣΕΥΣ', 'οδυσσεύς', ['ΟΔΥΣΣΕΥΣ']],
  ['Danish', 'Søren Kierkegård', 'soren kierkegard', ['Søren', 'Kierkegård']],
  ['Polish', 'Łódź', 'lodz', ['Łódź']],
  ['Icelandic', 'Þórður', 'thordur', ['Þórður']],
  ['French ligatures', 'Œuvre', 'oeuvre', ['Œuvre']],
  ['decomposed text', 'Gru\u0308\u00DFe'.normalize('NFD'), 'Grüße', ['Gru\u0308ße']],
  ['decomposed queries', 'Grüße', 'Gru\u0308ße', ['Grüße']],
  ['full-width forms', 'ＡＢＣ１２３', 'abc123', ['ＡＢＣ１２３']],
  // Emoji.
  ['an emoji', 'Danke👍', '👍', ['👍']],
  ['an emoji of another skin', 'Danke 👍🏽', '👍', ['👍🏽']],
  ['an emoji by one of another skin', 'Danke 👍', '👍🏿', ['👍']],
  ['a heart without its variation', 'I ❤️ it', '❤', ['❤️']],
  ['a flag', 'from 🇩🇪', '🇩🇪', ['🇩', '🇪']],
  ['one of a joined emoji', '👩‍👧', '👧', ['👧']],
  ['words beside an emoji', 'Danke👍', 'danke', ['Danke']],
])('finds %s: %s by %s', async (_, text, query, shown) => {
  expect(await search(text, query)).toEqual({ indexed: true, fresh: true, shown });
});

it.each([
  ['the inside of a word', 'lampshades', 'shade'],
  ['the beginning of a word that others follow', 'lampshades two', 'lamp two'],
  ['characters that do not follow each other', '返品と料金', '返金'],
  ['a number that differs', '+49 170 1234567', '1701234568'],
  ['zeros that are left out of a short number', 'order 17', '0017'],
  ['another emoji', 'Danke 👍', '👎'],
  ['punctuation', 'a & b | c', '& | ! : * \\ \' "'],
  ['no query', 'a', ''],
])('does not find %s: %s by %s', async (_, text, query) => {
  expect(await search(text, query)).toMatchObject({ indexed: false, fresh: false });
});

const alphabet = [
  ...[
    'a',
    'B',
    'é',
    'e\u0301',
    'ß',
    'İ',
    'ı',
    'đ',
    'ﬁ',
    'Œ',
    'Σ',
    'ς',
    'я',
    'Й',
    'ё',
    'ｱ',
    'Ａ',
    'ﾞ',
    '\u304B\u3099',
    '字',
    '返',
    '金',
    'の',
    'ー',
    '한',
    '글',
  ],
  ...['ค', 'ื', 'น', 'أ', 'ب', '\u064B', '٣', '०', 'न', 'म', '्', 'ש', '😀', '👍🏽', '👩‍👧', '🇩', '❤️', '™', '½', '①'],
  ...[
    '0',
    '1',
    '7',
    '00',
    '49',
    '+49',
    '170 ',
    '1234567',
    '123-45',
    ' ',
    ' ',
    '\n',
    '\u00A0',
    '\u3000',
    '\u200B',
    '\u00AD',
    '-',
    '–',
    '.',
    '/',
    '(',
    ')',
    '+',
  ],
  ...["'", '"', '\\', ':', '*', '&', '|', '!', '<', '_', '#', '@', '、', '。', '・', '„', '“', '€', '\t'],
];

it.each([1, 2, 3, 4].slice(0, amountOf({ quick: 2, soak: 4 })))(
  'has the words of the database, whatever is written (seed %i)',
  async (seed) => {
    const draw = drawer(seed);
    const texts = Array.from({ length: 2_000 }, () =>
      Array.from({ length: 1 + draw(30) }, () => alphabet[draw(alphabet.length)]).join(''),
    );
    const rows = await shelves.db.query<{ words: string[] }>(
      `select tsvector_to_array(words_of(t, 'B')) as words from unnest($1::text[]) with ordinality as x (t, nth) order by nth`,
      [texts],
    );

    const differing = texts.flatMap((text, nth) => {
      const here = [...new Set(tokensOf(fold(text)).map((token) => token.text))].toSorted();
      const there = rows[nth]?.words.toSorted();
      return JSON.stringify(here) === JSON.stringify(there) ? [] : [{ text, here, there }];
    });
    expect(differing).toEqual([]);
  },
);

it('has the classes of characters of the database', async () => {
  const sql = await readFile(
    new URL('../../prisma/migrations/20261128200000_words/migration.sql', import.meta.url),
    'utf8',
  );
  for (const ranges of [marks, separators, emoji, unspaced, phoneSigns]) expect(sql).toContain(sqlClassOf(ranges));
});

it('makes a vector of whatever is long', async () => {
  const rare = Array.from({ length: 60_000 }, (_, nth) => String.fromCodePoint(0x4e00 + ((nth * 7_919) % 20_000))).join(
    '',
  );
  const texts = [rare, 'x'.repeat(60_000), 'ab '.repeat(20_000), '1 '.repeat(30_000), `${'👍'.repeat(20_000)} ß`];

  const rows = await shelves.db.query<{ words: number }>(
    `select length(words_of(t, 'C') || words_of(reverse(t), 'D')) as words from unnest($1::text[]) t`,
    [texts],
  );

  expect(rows.every(({ words }) => words > 0)).toBe(true);
});
