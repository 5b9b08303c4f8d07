import type { ArchiveKind } from '@parley/contracts/archive';

import { RefusedRecords } from './refused-records.ts';

const person = { _id: '65e18b000000000000000001', lead_id: 'customer-1', email: 'sappho@lesbos.example' };
const request = { _id: '65e18b000000000000000002', request_id: 'support-group-1' };

function erased(): RefusedRecords {
  const records = new RefusedRecords(new Map());
  for (const id of [...Object.values(person), ...Object.values(request)]) records.addErased(id);
  return records;
}

it.each<[ArchiveKind, object]>([
  ['lead', person],
  ['user', { _id: '65e18b000000000000000003', _externalId: person.lead_id }],
  ['membership', { _id: '65e18b000000000000000003', uuid_user: person.lead_id }],
  ['ban', { _id: '65e18b000000000000000003', id: person.lead_id }],
  ['request', { ...request, lead: person._id }],
  ['message', { request: request._id, seq: 1 }],
  ['history', { request: request._id, seq: 1 }],
  ['read', { request: request._id, principal: 'ada' }],
  ['link', { request: 'another', other: request._id }],
  ['parameters', request],
  ['direct_message', { sender: person.lead_id, recipient: 'ada' }],
  ['file', { uploader: { kind: 'user', id: person.lead_id } }],
  ['file', { uploader: { kind: 'user', id: 'ada' }, references: [{ request: request._id }] }],
  ['mail', { mailbox: 'orders', from: person.email }],
  ['thread', { request_id: request.request_id }],
  ['outgoing_mail', { request: request._id }],
  ['suppression', { address: person.email }],
  ['activity', { agents: ['ada', request._id] }],
])('a %s of a person who was erased is refused', (kind, record) => {
  expect(erased().whyNot(kind, { ...record })).toBe('erased');
});

it.each<[ArchiveKind, object]>([
  ['lead', { _id: '65e18b000000000000000009', lead_id: 'customer-9' }],
  ['membership', { _id: '65e18b000000000000000003', id_user: '65e18b000000000000000004' }],
  ['message', { request: '65e18b000000000000000009', sender: 'customer-9', text: 'of customer-1' }],
  ['mailbox', { _id: '65e18b000000000000000005', address: person.email }],
  ['activity', { agents: ['ada'] }],
])('a %s of another is not', (kind, record) => {
  expect(erased().whyNot(kind, { ...record })).toBeUndefined();
});

it('refuses what hangs on a record that was refused, and nothing else that names it', () => {
  const records = new RefusedRecords(new Map());
  records.add('request', request);
  records.add('message', { _id: '65e18b000000000000000006' });
  expect(records.whyNot('message', { request: request._id })).toBe('parent_missing');
  expect(records.whyNot('activity', { agents: [request._id] })).toBeUndefined();
  expect(records.whyNot('read', { request: '65e18b000000000000000006' })).toBeUndefined();
});
