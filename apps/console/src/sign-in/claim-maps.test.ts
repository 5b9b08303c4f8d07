import type { GroupView, RoleView } from '@parley/sdk';

import { groupLines, readGroupLines, readRoleLines, roleLines, UnreadableLine } from './claim-maps.ts';

const roles = [{ _id: 'r1', name: 'Reader', base: 'agent' }] as RoleView[];
const groups = [{ _id: 'g1', name: 'Night shift' }] as GroupView[];

it('writes and reads maps of claims line by line, also values that contain the sign between them', () => {
  const text = 'cn=leads,dc=acme = admin\nreaders = Reader\neveryone = agent';
  const map = readRoleLines(`${text}\n\n`, roles);
  expect(map).toEqual([
    { value: 'cn=leads,dc=acme', role: 'admin' },
    { value: 'readers', role: 'agent', role_id: 'r1' },
    { value: 'everyone', role: 'agent' },
  ]);
  expect(roleLines(map, roles)).toBe(text);
  expect(groupLines(readGroupLines('night = Night shift', groups), groups)).toBe('night = Night shift');
});

it.each(['leads', '= admin', 'leads =', 'leads = owner', 'leads = Nobody'])(
  'refuses a line that says nothing: %s',
  (line) => {
    expect(() => readRoleLines(line, roles)).toThrow(UnreadableLine);
  },
);
