import { injections } from '../../test/injections.ts';
import { supportRequest } from '../../test/support-request.ts';
import { filled } from './placeholders.ts';

const lead = { fullname: 'Vera', email: 'vera@example.com', attributes: { plan: 'gold', nested: { n: 3 }, list: [1] } };
const request = {
  ...supportRequest({ subject: 'Parcel', attributes: { order: 7 }, participants: ['bot_1', 'u1'] }),
  copies: {
    ...{ lead, requester: null, department: null, bots: [] },
    agents: [{ id_user: { _id: 'u1', firstname: 'Linus', lastname: 'Pauling' } }],
  },
};
const fill = (text: string, more: object = {}) =>
  filled(text, { request: { ...request, ...more }, projectName: 'Shop' }, 1_000);

it.each([
  ['{{lead.fullname}}, {{lead.email}}', 'Vera, vera@example.com'],
  ['{{ lead.attributes.plan }} {{lead.attributes.nested.n}}', 'gold 3'],
  ['{{request.subject}} {{request.attributes.order}}', 'Parcel 7'],
  ['{{agent.firstname}} {{agent.fullname}} of {{project.name}}', 'Linus Linus Pauling of Shop'],
  ['{{lead.attributes.none|dear}} {{lead.attributes.none}}.', 'dear .'],
  ['{{lead.attributes.list|a list}}', 'a list'],
  ['{{lead.secret}} {{lead}} {{lead.attributes}} {{constructor.name}} {{project.id}}', undefined],
  [
    '{{lead.__proto__}} {{lead.attributes.__proto__.x|no}} {lead.fullname} {{',
    '{{lead.__proto__}} no {lead.fullname} {{',
  ],
])('fills %s', (text, expected) => {
  expect(fill(text)).toBe(expected ?? text);
});

it('fills once: what is filled in is plain text', () => {
  for (const name of [...injections, '$&', '$1', '\\close']) {
    const named = {
      ...{ subject: name, attributes: { order: name } },
      copies: { ...request.copies, lead: { ...lead, fullname: name, email: name, attributes: { plan: name } } },
    };
    for (const place of [
      ...['lead.fullname', 'lead.email', 'lead.attributes.plan', 'request.subject', 'request.attributes.order'],
      'project.name',
    ])
      expect(filled(`Dear {{${place}}}!`, { request: { ...request, ...named }, projectName: name }, 1_000)).toBe(
        `Dear ${name}!`,
      );
  }
});

it('fills the placeholders of canned responses in these alone', () => {
  const text = '$recipient_name, I am $agent_name of {{project.name}}. $agent_names $5';
  const as = (agentName: string | undefined) =>
    filled(text, { request, projectName: 'Shop', canned: { agentName } }, 1_000);
  expect(as(undefined)).toBe('Vera, I am Linus Pauling of Shop. $agent_names $5');
  expect(as('{{lead.email}}')).toBe('Vera, I am {{lead.email}} of Shop. $agent_names $5');
  expect(fill(text)).toBe('$recipient_name, I am $agent_name of Shop. $agent_names $5');
});

it('cuts off what becomes too long', () => {
  const named = { copies: { ...request.copies, lead: { ...lead, fullname: '😀'.repeat(2_000) } } };
  expect([...fill('{{lead.fullname}}', named)]).toHaveLength(1_000);
});
