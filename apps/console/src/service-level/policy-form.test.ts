import { bodyOf, draftOf, isFilled, lengthOf, newPolicy, type PolicyBody, templates, unitMs } from './policy-form.ts';

const { minutes, hours, days } = unitMs;

const policy: PolicyBody = {
  name: 'Premium',
  description: 'Of those who pay',
  enabled: false,
  match: 'any',
  filters: [
    { field: 'tags', operator: 'contains', value: 'premium' },
    { field: 'hasBot', operator: '=', value: false },
    { field: 'lead.attributes.plan', operator: 'in', value: ['gold', 'silver'] },
  ],
  hours: 'project',
  targets: {
    default: { first_response: hours, resolution: 8 * hours, next_response: null },
    urgent: { first_response: 90 * minutes, resolution: null },
  },
  due_soon: 10 * minutes,
  pause: ['snoozed'],
  while_bot: 'count',
};

it('gives a policy back as it was', () => {
  expect(bodyOf(draftOf(policy))).toEqual(policy);
  for (const name of Object.keys(templates) as (keyof typeof templates)[]) {
    const { _id, __v, updatedAt, ...body } = newPolicy(name, 'New');
    expect(bodyOf(draftOf(body))).toEqual({ ...body, description: '' });
  }
});

it('stores a metric that a new policy does not name as none', () => {
  const { targets } = bodyOf(draftOf(newPolicy(undefined, 'New')));
  expect(targets).toEqual({ default: { first_response: null, next_response: null, resolution: null } });
});

it.each([
  [90 * minutes, { amount: '90', unit: 'minutes' }],
  [48 * hours, { amount: '2', unit: 'days' }],
  [25 * hours, { amount: '25', unit: 'hours' }],
  [90_000, { amount: '1.5', unit: 'minutes' }],
  [null, { amount: '', unit: 'none' }],
  [undefined, { amount: '', unit: 'same' }],
])('shows %p in its largest whole unit', (ms, length) => expect(lengthOf(ms, 'same')).toEqual(length));

it('lacks a number where a unit is chosen', () => {
  expect(lengthOf(days, 'none').unit).toBe('days');
  const lengths = [
    { amount: '', unit: 'none' },
    { amount: '', unit: 'hours' },
    { amount: '0', unit: 'days' },
    { amount: '2', unit: 'days' },
  ] as const;
  expect(lengths.map(isFilled)).toEqual([true, false, false, true]);
});
