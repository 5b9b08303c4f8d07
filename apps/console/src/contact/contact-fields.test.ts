import type { LeadRecordView } from '@parley/sdk';

import { changedTexts, editsAgainst, nameOfContact, withEdit } from './contact-fields.ts';

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

it('keeps of what was typed only what differs from what is stored', () => {
  const typed = withEdit(withEdit({}, stored, 'fullname', 'Ada K'), stored, 'city', 'London');
  expect(typed).toEqual({ fullname: 'Ada K', city: 'London' });
  expect(withEdit(typed, stored, 'fullname', 'Ada')).toEqual({ city: 'London' });
  expect(withEdit(typed, stored, 'city', '')).toEqual({ fullname: 'Ada K' });
  expect(editsAgainst(typed, { ...stored, city: 'London' })).toEqual({ fullname: 'Ada K' });
});

it('names the texts that another person has changed', () => {
  expect(changedTexts(stored, { ...stored, fullname: 'Ada King', phone: '1', attributes: { x: 1 } })).toEqual([
    'fullname',
    'phone',
  ]);
});

it('calls a contact by the best that is known', () => {
  expect([
    nameOfContact(stored),
    nameOfContact({ email: 'ada@example.com', lead_id: 'crm-1' }),
    nameOfContact({ lead_id: 'crm-1' }),
  ]).toEqual(['Ada', 'ada@example.com', 'crm-1']);
});
