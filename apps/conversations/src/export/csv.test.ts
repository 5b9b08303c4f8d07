import { csvLine } from './csv.ts';

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
