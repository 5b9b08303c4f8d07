import { piecesOf } from './matches.ts';

describe('piecesOf', () => {
  it.each([
    ['my parcel is late', [[3, 9]], ['my ', '[parcel]', ' is late']],
    ['parcel', [[0, 6]], ['[parcel]']],
    [
      'a parcel, parcels',
      [
        [2, 8],
        [10, 16],
      ],
      ['a ', '[parcel]', ', ', '[parcel]', 's'],
    ],
    ['<b>parcel</b>', [], ['<b>parcel</b>']],
    [
      'overlapping',
      [
        [0, 6],
        [4, 8],
      ],
      ['[overla]', '[pp]', 'ing'],
    ],
  ] as const)('marks in %j the words of %j', (text, ranges, expected) => {
    const pieces = piecesOf({ in: 'message', text, ranges: ranges.map(([from, to]) => [from, to]) });

    expect(pieces.map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))).toEqual(expected);
  });
});
