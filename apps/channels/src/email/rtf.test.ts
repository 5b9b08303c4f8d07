import { amountOf, drawer } from '@parley/testkit';

import { decompressRtf } from './compressed-rtf.ts';
import { compressRtf, encapsulated, withHeader } from './rtf.fixture.ts';
import { readRtf } from './rtf.ts';

const most = 100_000;
const decompressed = (bytes: Buffer, maxBytes = most) => decompressRtf(bytes, maxBytes).toString('latin1');

describe('compressed RTF', () => {
  // The examples of MS-OXRTFCP, section 3.
  it.each([
    [
      '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0',
      '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n',
    ],
    ['1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0', '{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}'],
  ])('is decompressed as its specification has it: %s', (hex, rtf) => {
    expect(decompressed(Buffer.from(hex, 'hex'))).toBe(rtf);
  });

  it('comes back as it was, however long, and where it was not compressed', () => {
    const random = drawer(3);
    const long = `{\\rtf1 ${Array.from({ length: 3_000 }, () => 'abc\\par '[random(8)]).join('')}}`;
    for (const rtf of ['', encapsulated, long]) expect(decompressed(compressRtf(rtf))).toBe(rtf);
    expect(decompressed(withHeader(Buffer.from('{\\rtf1 x}'), 9, 'MELA'))).toBe('{\\rtf1 x}');
  });

  it('is never larger than it may be, whatever its header says', () => {
    const bomb = compressRtf('a'.repeat(50_000), 0xffffffff);
    expect(bomb.length).toBeLessThan(8_000);
    expect(decompressed(bomb)).toBe('a'.repeat(50_000));
    expect(decompressRtf(bomb, 1_000)).toHaveLength(1_000);
    // Two octets of flags, eight entries.
    expect(decompressRtf(withHeader(Buffer.alloc(10), 0xffffffff), 2 ** 31)).toHaveLength(8);
  });

  it('is read up to where it is damaged', () => {
    const whole = compressRtf(encapsulated);
    for (let length = 0; length < whole.length; length += 1) {
      const cut = decompressed(whole.subarray(0, length));
      expect(encapsulated.startsWith(cut)).toBe(true);
    }
    const random = drawer(5);
    for (let nth = 0; nth < amountOf({ quick: 300, soak: 100_000 }); nth += 1) {
      const bytes = Buffer.from(whole);
      for (let flips = random(8); flips >= 0; flips -= 1) bytes[random(bytes.length)] = random(256);
      const rtf = decompressed(bytes);
      const { html, text } = readRtf(rtf);
      expect(html.length + text.length).toBeLessThanOrEqual(rtf.length);
    }
    expect(decompressed(withHeader(Buffer.from('x'), 1, 'ZIP!'))).toBe('');
  });
});

const document = (words: string) => readRtf(`{\\rtf1\\ansi\\ansicpg1252\\deff0${words}}`).text;

it.each([
  ['lines and tabs', 'One\\par\r\nTwo\\tab 2\\line Three\\\nFour', 'One\nTwo\t2\nThree\nFour'],
  ['what is escaped', '\\{a\\}\\\\b\\~c\\_d\\-e', '{a}\\b\u00a0c\u2011de'],
  ['octets of the code page', "Gr\\'fc\\'DFe", 'Grüße'],
  [
    'Unicode before what stands for it',
    "\\uc1\\u8364?\\u8364\\'80 \\uc2\\u-10179 ab\\u-8704 cd{\\uc0\\u65 B}\\u67 xyZ",
    '€€ 😀ABCZ',
  ],
  ['quotes, dashes and bullets', '\\ldblquote a\\rdblquote\\emdash\\lquote b\\rquote\\bullet', '“a”—‘b’•'],
  [
    'the charset of a font',
    "{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial;}}\\f1 \\'cf\\'f0\\'e8\\plain \\'e4",
    'Приä',
  ],
  ['characters of two octets', "{\\fonttbl{\\f0\\fcharset128 Gothic;}}\\'83A\\'83\\'41", 'アア'],
  ['rows of a table', 'a\\cell b\\cell\\row c', 'a\tb\t\nc'],
  ['the text of a link', '{\\field{\\*\\fldinst HYPERLINK "https://x.example"}{\\fldrslt the shop}}', 'the shop'],
  ['what Outlook has marked as text', '\\fromtext \\pard Plain\\par text', 'Plain\ntext'],
])('reads %s', (_, rtf, text) => {
  expect(document(rtf)).toBe(text);
});

it.each([
  ['fonts, colours and styles', '{\\fonttbl{\\f0 Arial;}}{\\colortbl;\\red1;}{\\stylesheet{\\s1 Normal;}}'],
  ['what is known of the document', '{\\info{\\title Secret}{\\author Vera}}'],
  ['pictures and other binary data', '{\\pict\\wmetafile8 0102}{\\object{\\*\\objdata 0102}}\\bin5 {{{{{'],
  ['optional groups that are not known', '{\\*\\unknown words{\\b more}}'],
])('leaves out %s', (_, rtf) => {
  expect(document(`a${rtf}b`)).toBe('ab');
});

it('takes out the HTML that Outlook has put in, and nothing that stands for it in RTF', () => {
  expect(readRtf(encapsulated)).toEqual({ html: '<p>Grüße, <b>Vera</b> &amp; Co</p>', text: '' });
});

it.each([
  ['groups without end', '{'.repeat(1_000_000)],
  ['ends without groups', `${'}'.repeat(1_000_000)}`],
  ['binary data that is not there', '\\bin4294967295 x'],
  ['words to skip without end', '\\uc2147483647\\u65 abc'],
  [
    'fonts without end',
    `{\\fonttbl${Array.from({ length: 100_000 }, (_, nth) => `{\\f${nth}\\fcharset204 x;}`).join('')}}`,
  ],
  ['control words alone', '\\b\\i'.repeat(500_000)],
  ['a lone backslash', '\\'],
])('is not held up by %s', (_, rtf) => {
  const { text } = readRtf(`{\\rtf1 before ${rtf}`);
  expect(text).toMatch(/^before /);
  expect(text.length).toBeLessThan(20);
});
