import type { DepartmentRecordView } from '@parley/sdk';

import { bodyOfDepartment, formOfDepartment, newDepartment } from './department-form.ts';

const sales: DepartmentRecordView = {
  ...newDepartment,
  name: 'Sales',
  id_group: 'a',
  groups: [
    { _id: '1', group_id: 'b', percentage: 70 },
    { _id: '2', group_id: 'a', percentage: 30 },
  ],
};

it('shows each group once, whichever member names it', () => {
  expect(formOfDepartment(sales).groups).toEqual(['a', 'b']);
});

it.each([
  [[], { id_group: null, groups: null }],
  [['b'], { id_group: 'b', groups: null }],
  [['b', 'c'], { id_group: null, groups: [{ group_id: 'b', percentage: 70 }, { group_id: 'c' }] }],
])('sends the groups %j', (groups, body) => {
  expect(bodyOfDepartment({ groups }, sales)).toEqual(body);
});

it('sends what was changed alone, and null for what was emptied', () => {
  expect(bodyOfDepartment({ name: 'Shop', id_bot: '', description: ' ', visible: false }, sales)).toEqual({
    name: 'Shop',
    id_bot: null,
    description: null,
    status: 0,
  });
});
