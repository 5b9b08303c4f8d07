import fc, { type Arbitrary } from 'fast-check';

/** A percent sign that begins no escape: sent as it is. */
export const brokenEscape = '%zz';

/** Texts that break what does not expect them. */
export const oddTexts = [
  '',
  ' ',
  'x',
  '0',
  '-1',
  'null',
  'undefined',
  'NaN',
  '9'.repeat(400),
  'a\u0000b',
  '\ud800',
  'e\u0301\u202e\u{1f600}',
  "' or 1=1; --",
  '%00',
  '{"$ne":1}',
  '__proto__',
  '../../etc/passwd',
  '2026-02-31T25:00:00Z',
  '0123456789abcdef01234567',
  'x'.repeat(70_000),
];

export const oddText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const oddNumber = fc.oneof(
  fc.constantFrom(-1, 0, 1.5, -0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, Number.MIN_VALUE),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Values that no schema allows. */
export const junk: Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { $ne: 1 }, nested(30), nested(100)),
  fc.constant(JSON.parse('{"__proto__":{"role":"owner"},"constructor":1}')),
  fc.constant(Array(3_000).fill('x')),
  fc.jsonValue({ maxDepth: 2 }),
);

function nested(depth: number): unknown {
  return depth === 0 ? 'deep' : { in: [nested(depth - 1)] };
}
