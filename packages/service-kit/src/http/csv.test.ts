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

it.each(['+39 041 234-5678', '-12', '+1 (555) 010.99'])('leaves the number %j alone where it is told to', (cell) => {
  expect(csvLine([cell], { keepNumbers: true })).toBe(`${cell}\r\n`);
});

it.each(['-1+2', '+A1', '-', '=1', '@1'])('takes %j for no number', (cell) => {
  expect(csvLine([cell], { keepNumbers: true })).toBe(`'${cell}\r\n`);
});
