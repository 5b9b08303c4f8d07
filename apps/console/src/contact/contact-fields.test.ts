import type { LeadRecordView } from '@parley/sdk';

import { nameOfContact, textsOf } from './contact-fields.ts';

const stored: LeadRecordView = {
  _id: 'a',
  id: 'a',
  __v: 1,
  id_project: 'p',
  lead_id: 'crm-1',
  fullname: 'Ada',
  attributes: {},
  status: 100,
  createdBy: 'u',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

it('shows every text, also one that is not stored', () => {
  expect(textsOf({ ...stored, city: 'London' })).toMatchObject({ fullname: 'Ada', city: 'London', note: '' });
});

it('calls a contact by the best that is known', () => {
  expect([
    nameOfContact(stored),
    nameOfContact({ email: 'ada@example.com', lead_id: 'crm-1' }),
    nameOfContact({ lead_id: 'crm-1' }),
  ]).toEqual(['Ada', 'ada@example.com', 'crm-1']);
});
