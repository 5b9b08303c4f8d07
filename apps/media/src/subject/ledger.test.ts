import { entryOf, nameBefore, nameOf } from './ledger.ts';

const entry = { projectId: 'a'.repeat(24), lead: 'b'.repeat(24), at: new Date('2026-01-31T12:00:00.123Z') };

const { at, projectId } = entry;

it.each([
  ['an erasure', entry] as const,
  ['a deleted project', { projectId, at }],
  ['a deleted account', { userId: projectId, at }],
])('reads %s as it has written it', (_what, written) => {
  expect(entryOf(nameOf(written))).toEqual(written);
});

it.each([
  '',
  'a',
  nameBefore(at),
  `${nameBefore(at)}-`,
  `${nameBefore(at)}--`,
  `${nameOf(entry)}x`,
  `1-${'a'.repeat(24)}-${'b'.repeat(24)}`,
  '../../etc/passwd',
])('takes %j for no entry', (name) => {
  expect(entryOf(name)).toBeUndefined();
});

it('sorts by time, with entries of a time after the name before that time', () => {
  const later = nameOf({ ...entry, projectId: '0'.repeat(24), at: new Date(entry.at.getTime() + 1) });
  const names = [later, nameOf(entry), nameBefore(entry.at)];
  expect(names.sort()).toEqual([nameBefore(entry.at), nameOf(entry), later]);
});
