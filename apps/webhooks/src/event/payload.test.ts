import type { EventEnvelope } from '@parley/contracts';

import { firingsOf } from './payload.ts';

const fired = (type: string, data: object) =>
  Object.fromEntries(
    firingsOf({ type, idproject: 'p1', time: '2026-01-01T00:00:00.000Z', data } as EventEnvelope).map(
      ({ name, payload }) => [name, payload()],
    ),
  );

const request = { _id: 'r1', channel: { name: 'chat21' } };

it('fires the names of a message, by its own channel and that of the request', () => {
  const message = { _id: 'm1', text: 'hello', audience: 'all', channel: { name: 'whatsapp' } };
  const data = { message, request, isFirst: true, omitted: ['request.notes'] };
  const payload = { ...message, request, omitted: ['request.notes'] };
  expect(fired('message.created', data)).toEqual({
    'message.created': data,
    'message.create': payload,
    'message.create.channel.whatsapp': payload,
    'message.create.request.channel.chat21': payload,
  });
});

it('includes the messages of a closed request, and lists what was omitted', () => {
  const counted = { messagesCount: 2, messagesTruncated: false };
  const data = { request, closed_by: 'u1', duration: 1, messages: [1, 2], ...counted };
  expect(fired('request.closed', data)['request.close']).toEqual({ ...request, messages: [1, 2], ...counted });
  const { messages: _left, ...large } = { ...data, omitted: ['messages'] };
  expect(fired('request.closed', large)['request.close']).toEqual({ ...request, omitted: ['messages'], ...counted });
});

it('presents an abandoned request as an emitted event', () => {
  expect(fired('request.abandoned', { request, left: [] })['event.emit.request.fully_abandoned']).toEqual({
    ...{ name: 'request.fully_abandoned', attributes: { request }, id_project: 'p1' },
    createdAt: '2026-01-01T00:00:00.000Z',
  });
});

it.each([
  ['request.created', { request }, ['request.create']],
  ['request.updated', { request }, ['request.update']],
  ['request.assigned', { request }, []],
  ['lead.created', { lead: {} }, ['lead.create']],
  ['lead.updated', { lead: {} }, []],
  ['event.emitted', { event: { name: 'cart.filled' } }, ['event.emit', 'event.emit.cart.filled']],
  ['teammate.invited', { teammate: { role: 'agent' } }, ['project_user.invite']],
  ['teammate.invited', { invitation: {} }, []],
  ['teammate.updated', { teammate: { role: 'agent' } }, ['project_user.update', 'project_user.update.agent']],
  ['teammate.removed', { teammate: { role: 'admin' } }, ['project_user.delete']],
  ['bot.trashed', { bot: {} }, ['faqbot.update']],
  ['bot.imported', { bot: {}, mode: 'merge' }, ['faqbot.update']],
  ['bot.imported', { bot: {}, mode: 'create' }, []],
  ['intent.deleted', { intent: {} }, ['faq.delete']],
  ['project.updated', { project: { _id: 'p1' } }, ['project.update']],
] as [string, object, string[]][])('fires %s with %j as %j', (type, data, names) => {
  expect(Object.keys(fired(type, data))).toEqual([type, ...names]);
});

it('fires nothing for memberships of visitors', () => {
  for (const type of ['teammate.joined', 'teammate.updated', 'teammate.removed'])
    for (const role of ['guest', 'user']) expect(fired(type, { teammate: { role } })).toEqual({});
});

it('adds the id of a project under its legacy name', () => {
  expect(fired('project.created', { project: { _id: 'p1', name: 'Shop' } })['project.create']).toEqual({
    ...{ _id: 'p1', name: 'Shop', id_project: 'p1' },
  });
});
