import { isStill, rangeOf } from './range.ts';

it.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=-1', { start: 99, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=10-500', { start: 10, end: 99 }],
  ['BYTES=10-19', { start: 10, end: 19 }],
  ['bytes=5-2', 'whole'],
  ['bytes=-0', 'outside'],
  ['bytes=100-', 'outside'],
  ['bytes=100-200', 'outside'],
  ['bytes=0-1,3-4', 'whole'],
  ['bytes=0-0,1-1,2-2,3-3,4-4,5-5,6-6,7-7,8-8,9-9', 'whole'],
  ['bits=0-1', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=a-b', 'whole'],
  [undefined, 'whole'],
])('reads %j of 100 bytes', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range);
});

it.each(['bytes=0-', 'bytes=-1', 'bytes=0-0'])('satisfies no range %s of an empty file', (header) => {
  expect(rangeOf(header, 0)).toBe('outside');
});

it('lets a range count only for the version that If-Range names', () => {
  const at = new Date('2026-01-02T03:04:05.678Z');
  expect(isStill(undefined, '"a"', at)).toBe(true);
  expect(isStill('"a"', '"a"', at)).toBe(true);
  expect(isStill('"b"', '"a"', at)).toBe(false);
  expect(isStill('W/"a"', '"a"', at)).toBe(false);
  expect(isStill('Fri, 02 Jan 2026 03:04:05 GMT', '"a"', at)).toBe(true);
  expect(isStill('Fri, 02 Jan 2026 03:04:04 GMT', '"a"', at)).toBe(false);
  expect(isStill('nonsense', '"a"', at)).toBe(false);
});
