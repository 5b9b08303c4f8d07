import { contactOf, guessedTargets } from './columns.ts';

it('knows the columns of an export, and common names of others', () => {
  expect(guessedTargets(['_id', 'lead_id', 'fullname', 'streetAddress', 'tags', 'attributes', 'createdAt'])).toEqual([
    '',
    'lead_id',
    'fullname',
    'streetAddress',
    'tags',
    'attributes',
    '',
  ]);
  expect(guessedTargets(['ID', 'lead_id'])).toEqual(['', 'lead_id']);
  expect(guessedTargets(['Name', 'E-Mail', 'Phone Number', 'Zip', 'E-mail', 'Shoe size'])).toEqual([
    'fullname',
    'email',
    'phone',
    'zipcode',
    '',
    '',
  ]);
});

it('makes a contact of a record', () => {
  const targets = ['lead_id', 'fullname', 'tags', 'attributes', 'attributes.plan', 'properties.since', ''] as const;
  expect(contactOf(['7', ' Ada ', 'vip, new;vip', '{"a":1}', 'gold', '2026', 'x'], targets)).toEqual({
    contact: {
      lead_id: '7',
      fullname: 'Ada',
      tags: ['vip', 'new'],
      attributes: { a: 1, plan: 'gold' },
      properties: { since: '2026' },
    },
    faults: [],
  });
  expect(contactOf(['7', ''], targets)).toEqual({ contact: { lead_id: '7' }, faults: [] });
});

it('takes the mark against formulas off again', () => {
  expect(contactOf(["'=1+1"], ['fullname']).contact).toEqual({ fullname: '=1+1' });
  expect(contactOf(["'t Hart"], ['fullname']).contact).toEqual({ fullname: "'t Hart" });
});

it.each([
  ['email', 'nowhere', { column: 0, reason: 'email' }],
  ['fullname', 'x'.repeat(256), { column: 0, reason: 'too_long', limit: 255 }],
  [
    'tags',
    Array.from({ length: 101 }, (_, index) => `t${index}`).join(),
    { column: 0, reason: 'too_many_tags', limit: 100 },
  ],
  ['attributes', '[1]', { column: 0, reason: 'json' }],
] as const)('finds fault with %s %j', (target, cell, fault) => {
  expect(contactOf([cell], [target]).faults).toEqual([fault]);
});

it('refuses a record with more cells than there are columns', () => {
  expect(contactOf(['a', 'b'], ['fullname']).faults).toEqual([{ reason: 'columns', limit: 1 }]);
});
