import * as fc from 'fast-check';

import { CsvReader, CsvTooLongError, csvLine, delimiterOf } from './csv-reader.ts';

function recordsIn(text: string, delimiter = ';', sizes: readonly number[] = []): string[][] {
  const reader = new CsvReader(delimiter);
  const records = [];
  let at = 0;
  for (const size of sizes) {
    records.push(...reader.read(text.slice(at, at + size)));
    at += size;
  }
  records.push(...reader.read(text.slice(at)), ...reader.end());
  return records.map(({ cells }) => cells);
}

it('reads back what was written, in any pieces', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ';', ',', '\n', '\r', ' ', "'") });
  const table = fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 });
  fc.assert(
    fc.property(table, fc.constantFrom(';', ',', '\t'), fc.array(fc.nat(5)), (records, delimiter, sizes) => {
      const text = records.map((cells) => csvLine(cells, delimiter)).join('');
      expect(recordsIn(text, delimiter, sizes)).toEqual(records);
    }),
  );
});

it.each([
  [
    'line ends of every kind',
    'a;b\r\nc;d\ne;f\rg;h',
    [
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
      ['g', 'h'],
    ],
  ],
  ['no empty lines', 'a\n\n\r\n\r\nb\n', [['a'], ['b']]],
  [
    'empty cells',
    ';\n;',
    [
      ['', ''],
      ['', ''],
    ],
  ],
  ['quotes within a cell', 'a"b;"c"d', [['a"b', 'cd']]],
  ['a quote that is not closed', 'a;"b\nc', [['a', 'b\nc']]],
  ['nothing', '', []],
])('reads %s', (_, text, records) => {
  expect(recordsIn(text)).toEqual(records);
});

it('knows the line on which each record begins', () => {
  const reader = new CsvReader(';');
  expect([...reader.read('a\r\n"b\r\nc"\r\n\r\nd'), ...reader.end()].map(({ line }) => line)).toEqual([1, 2, 5]);
});

it('gives up on a quote that is never closed', () => {
  const reader = new CsvReader(';');
  reader.read('a\n"');
  expect(() => reader.read('x'.repeat(2_000_001))).toThrow(CsvTooLongError);
});

it.each([
  ['a;b,c;d', ';'],
  ['name,email', ','],
  ['name\temail', '\t'],
  ['"a;b",c', ','],
  ['name', ';'],
])('divides %j at %j', (text, delimiter) => {
  expect(delimiterOf(text)).toBe(delimiter);
});
