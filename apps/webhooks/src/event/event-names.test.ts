import * as contracts from '@parley/contracts';

import { offeredName } from './event-names.ts';

it.each([
  ['request.create', 'request.create'],
  ['REQUEST.Create', 'request.create'],
  ['faqBot.update', 'faqbot.update'],
  ['project_user.update.agent', 'project_user.update.agent'],
  ['request.assigned', 'request.assigned'],
  ['Message.Create.Channel.WhatsApp', 'message.create.channel.WhatsApp'],
  ['message.create.request.channel.chat21', 'message.create.request.channel.chat21'],
  ['event.emit.Cart.Filled', 'event.emit.Cart.Filled'],
  ['event.emit.request.fully_abandoned', 'event.emit.request.fully_abandoned'],
])('offers %j as %j', (event, name) => {
  expect(offeredName(event)).toBe(name);
});

it.each([
  ...[
    'operator.select',
    'user.signup',
    'project.downgrade',
    '*',
    '',
    'request',
    'request.*',
    'message.create.channel.',
  ],
  ...[
    'event.emit.',
    'user.signed_up',
    'parley.test',
    'message.directed',
    ' request.create',
    '__proto__',
    'constructor',
  ],
])('does not offer %j', (event) => {
  expect(offeredName(event)).toBeUndefined();
});

it('offers every event that has a project under its own name', () => {
  const all = contracts.eventsOf(contracts).map(({ type }) => type);
  const others = ['user.signed_up', 'user.signed_in', 'user.deleted', 'message.directed'];
  expect([...contracts.domainEventNames].sort()).toEqual(all.filter((type) => !others.includes(type)).sort());
});
