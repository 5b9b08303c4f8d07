import * as fc from 'fast-check';

import { CsvCounter, type RowCounter, SubjectExportCounter } from './row-counters.ts';

function readInPieces(counter: RowCounter, text: string, sizes: readonly number[]): RowCounter {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  for (const size of sizes) {
    counter.read(bytes.subarray(at, at + size));
    at += size;
  }
  counter.read(bytes.subarray(at));
  return counter;
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', '\n', '\r', ';') });
const pieces = fc.array(fc.nat(20));

it('counts records of CSV whatever stands in their cells, in any pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1 })), pieces, (records, sizes) => {
      const text = ['\uFEFF_id;name', ...records.map((cells) => cells.map(quoted).join(';'))].join('\r\n');
      const counter = readInPieces(new CsvCounter(), `${text}\r\n`, sizes);
      expect([counter.rows, counter.isWhole()]).toEqual([records.length, true]);
    }),
  );
});

it.each(['', 'a;b', 'a;b\r\n1;"2', 'a;b\r\n1;"2\r\n', 'a;b\r\n1;2'])('does not take %j for a whole file', (text) => {
  expect(readInPieces(new CsvCounter(), text, []).isWhole()).toBe(false);
});

it('knows the end of the export of a person, in any pieces', () => {
  const lines = ['{"type":"export"}', '{"type":"lead","record":{}}', '{"type":"end","counts":{"lead":1}}', ''];
  fc.assert(
    fc.property(pieces, (sizes) => {
      const counter = readInPieces(new SubjectExportCounter(), lines.join('\n'), sizes);
      expect([counter.rows, counter.isWhole()]).toEqual([2, true]);
    }),
  );
});

it.each([
  '{"type":"export"}\n{"type":"error","service":"media"}\n',
  '{"type":"export"}\n{"type":"end","counts":{}}',
  `{"type":"end","x":"${'y'.repeat(5000)}"}\n`,
])('does not take %j for the whole export of a person', (text) => {
  expect(readInPieces(new SubjectExportCounter(), text, []).isWhole()).toBe(false);
});
