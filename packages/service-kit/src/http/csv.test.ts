import { csvLine, readCsv } from './csv.ts';

it.each([
  [['a', 1, true], 'a;1;true\r\n'],
  [['', null, undefined, 0], ';;;0\r\n'],
  [['a;b', 'say "hi"', 'two\nlines'], '"a;b";"say ""hi""";"two\nlines"\r\n'],
])('separates cells and quotes what needs it: %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

it.each(['=1+1', '+39', '-1', '@sum', '\tx', '\rx'])('lets no spreadsheet run %j', (cell) => {
  expect(csvLine([cell]).replace(/^"/, '')).toMatch(/^'/);
});

it.each(['+39 041 234-5678', '-12', '+1 (555) 010.99'])('leaves the number %j alone with `keepNumbers`', (cell) => {
  expect(csvLine([cell], { keepNumbers: true })).toBe(`${cell}\r\n`);
});

it('reads a cell of a megabyte once', () => {
  expect(csvLine([`+${'0'.repeat(1_000_000)}!`], { keepNumbers: true })).toMatch(/^'\+0+!\r\n$/);
});

it.each(['-1+2', '+A1', '-', '=1', '@1'])('takes %j for no number', (cell) => {
  expect(csvLine([cell], { keepNumbers: true })).toBe(`'${cell}\r\n`);
});

const cells = [
  "'tis",
  "'",
  "''",
  '=1',
  '+1',
  '-1',
  '@a',
  "'=1",
  '\tx',
  '\rx',
  '',
  ' ',
  'a;b',
  '"',
  '""',
  'a\r\nb',
  '\n',
  'ü😀',
];

it('reads what it wrote, whatever stands in it', () => {
  const rows = cells.map((cell, place) => [cell, 'x', cells[(place * 7) % cells.length] ?? '']);
  const file = rows.map((row) => csvLine(row, { reversible: true })).join('');

  expect(readCsv(file).map((row) => row.cells)).toEqual(rows);
  expect(readCsv(`\uFEFF${file.slice(0, -2)}`).map((row) => row.cells)).toEqual(rows);
});

it('counts lines as an editor does, and leaves empty ones out', () => {
  expect(readCsv('a,b\r\n\n"c\nd\r\ne",f\n,\ng', ',')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['c\nd\r\ne', 'f'] },
    { line: 7, cells: ['g'] },
  ]);
});

it.each([
  ['a\n"b', 2],
  ['a\n\n"b"c', 3],
  ['"', 1],
])('says in which line of %j the quotes do not fit', (file, line) => {
  expect(() => readCsv(file)).toThrow(expect.objectContaining({ line }));
});
