import { applyChanges, isParameterName, ownNames } from './parameters.ts';

it.each(['name', 'userFullname', 'a.b-c_1', 'x'.repeat(64), 'constructor', 'hasToken1'])('%j may be a name', (name) => {
  expect(isParameterName(name)).toBe(true);
});

it.each([
  ...['', '1a', 'a b', 'ä', 'a$', 'x'.repeat(65), '_a', '__proto__', 'support-group-1', 'globals'],
  ...['token', 'userToken', 'access_token', 'jwt', ...ownNames],
])('%j may not', (name) => {
  expect(isParameterName(name)).toBe(false);
});

it('drops what goes over a limit, and keeps the rest', () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`p${index}`, index]));
  const more = applyChanges(many, { p200: 1, p7: 'changed' });
  expect(more.faults.map(({ name }) => name)).toEqual(['p200']);
  expect(more.parameters).toEqual({ ...many, p7: 'changed' });

  const large = applyChanges({}, { fits: 'x'.repeat(10_238), over: 'x'.repeat(10_239), ok: null, zero: 0, no: false });
  expect(large.faults.map(({ name }) => name)).toEqual(['over']);
  expect(Object.keys(large.parameters)).toEqual(['fits', 'zero', 'no']);

  const full = Object.fromEntries(Array.from({ length: 27 }, (_, index) => [`p${index}`, 'x'.repeat(10_000)]));
  expect(applyChanges({}, full).faults).toEqual([{ name: 'p26', msg: 'At most 262144 bytes in all' }]);
});

it('removes by null', () => {
  expect(applyChanges({ a: 1, b: 2 }, { a: null, c: null })).toEqual({ parameters: { b: 2 }, faults: [] });
});

it('stores no value that a database or a reader could stumble over', () => {
  const deep = JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`) as unknown;
  const bad = { zero: 'a\u0000b', lone: '\ud800', deep, proto: JSON.parse('{"__proto__":1}') as unknown };
  expect(applyChanges({}, bad)).toMatchObject({ parameters: {}, faults: [{}, {}, {}, {}] });
});
