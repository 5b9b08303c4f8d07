/*
 * The classes of characters that the tokeniser distinguishes, as ranges of code points in hexadecimal. `words_of` in the database has the same ones,
 * and a test compares them. They are named after a text is folded: compatibility forms, accents and upper case are gone.
 */

/** Removed: accents, vowel signs of Arabic and Hebrew, joiners, variation selectors, skin tones. */
export const marks = `00AD 0300-036F 0591-05BD 05BF 05C1-05C2 05C4-05C5 05C7 0610-061A 0640 064B-065F 0670 06D6-06DC 06DF-06E4 06E7-06E8
  06EA-06ED 180B-180D 1AB0-1AFF 1DC0-1DFF 200B 200D 2060 20D0-20FF FE00-FE0F FE20-FE2F FEFF 1F3FB-1F3FF E0020-E007F E0100-E01EF`;

/** Spaces, punctuation and symbols: they separate words. */
export const separators = `0001-002F 003A-0040 005B-0060 007B-00BF 00D7 00F7 02C2-02DF 02E5-02FF 037E 0387 055A-055F 0589-058A 05BE 05C0 05C3 05C6
  05F3-05F4 060C 061B-061F 066A-066D 06D4 0964-0965 0E3F 0E4F 0E5A-0E5B 104A-104F 10FB 1360-1368 17D4-17D6 17D8-17DB 1800-180A 2000-206F
  20A0-20CF 2100-2BFF 2E00-3004 3008-3020 3030 3036-3037 303D-303F 30A0 30FB A4FF E000-F8FF FD3E-FD3F FE10-FE1F FE30-FE6F FF00-FF65 FFE0-FFFF
  1F000-1FAFF`;

/** Those of the separators that are words of their own. */
export const emoji = `231A-231B 23E9-23FA 2600-27BF 2B05-2B07 2B1B-2B1C 2B50 2B55 1F000-1FAFF`;

/** Scripts that do not separate words, or join endings to them: Thai, Lao, Burmese, Khmer, Hangul, Kana, Han. */
export const unspaced = `0E01-0E3A 0E40-0E4E 0E80-0ECF 0EDC-0EDF 1000-103F 1050-109D 1100-11FF 1780-17D3 17D7 17DC-17DD 3005-3007 3031-3035 3041-309F
  30A1-30FA 30FC-30FF 3100-312F 31F0-31FF 3400-4DBF 4E00-9FFF A960-A97C AC00-D7FB F900-FAFF 1B000-1B16F 20000-33FFF`;

/** Between the digits of a telephone number: space, parentheses, dots, slashes, dashes. */
export const phoneSigns = `0020 0028-0029 002D-002F 2010-2015`;

/** Letters that have no decomposition, and how they are commonly typed without them. */
export const spellings = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ı: 'i',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ŧ: 't',
  ς: 'σ',
} as const;

/** Country codes of telephone numbers. */
export const countryCodes =
  '[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[789]|8[035789]|9[679])[0-9]';

/** The inside of a bracket expression of JavaScript. */
export const classOf = (ranges: string): string => inClass(ranges, (code) => `\\u{${code}}`);

/** The inside of a bracket expression of PostgreSQL. */
export const sqlClassOf = (ranges: string): string =>
  inClass(ranges, (code) => (code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code}`));

function inClass(ranges: string, escaped: (code: string) => string): string {
  return ranges
    .split(/\s+/)
    .map((range) => range.split('-').map(escaped).join('-'))
    .join('');
}
