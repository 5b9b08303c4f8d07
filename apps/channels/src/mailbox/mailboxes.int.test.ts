import { domainToASCII } from 'node:url';

import { personasOf } from '@parley/testkit';

import { ChannelsHarness } from '../../test/channels-harness.ts';

const harness = new ChannelsHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

const body = (address: string, more: object = {}) => ({ address, name: 'Shop', inbound: { type: 'smtp' }, ...more });

it('shows agents the summary of a mailbox and admins all of it, but no one its secret', async () => {
  const { ada, grace } = personasOf();
  const owner = harness.service.as(ada);
  const made = await owner.createMailbox(
    body('Help@Shop-1.example', { inbound: { type: 'webhook' }, department: 'x', signature: 'Your *shop*' }),
  );
  expect(made.body.secret).toMatch(/^mail_[\w-]{43}$/);

  const { _id: mailbox_id } = made.body;
  const full = (await owner.getMailbox({ mailbox_id })).body;
  expect(full).toMatchObject({
    address: 'Help@Shop-1.example',
    inbound: { type: 'webhook', secret_set: true },
    __v: 0,
  });
  expect(full.inbound?.url).toBe(`https://parley.example/v3/mail/inbound/${mailbox_id}`);
  const agent = harness.service.as({ ...grace, role: 'agent', projectId: ada.projectId ?? '' });
  const seen = (await agent.listMailboxes({})).body;
  expect(seen.map((one) => Object.keys(one).sort())).toEqual([
    ['_id', 'address', 'department', 'enabled', 'id', 'id_project', 'name', 'signature', 'state'],
  ]);
  expect([full.signature, seen[0]?.signature]).toEqual(['Your *shop*', 'Your *shop*']);
  const [row] = await harness.service.db.query('select * from mailbox where id = $1', [mailbox_id]);
  expect(JSON.stringify([full, seen, row])).not.toContain(made.body.secret?.slice('mail_'.length) ?? '');
});

it('gives an address to one mailbox of all projects, however it is written, also among ten at once', async () => {
  const calls = Array.from({ length: 10 }, (_, nth) =>
    harness.service
      .as(personasOf().ada)
      .createMailbox(body(nth % 2 ? 'One@bücher-2.example' : `one@${domainToASCII('bücher-2.example')}`)),
  );
  const answers = await Promise.all(calls);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body: refused } of answers.filter(({ status }) => status !== 200))
    expect([status, refused.code]).toEqual([409, 'address_taken']);
});

it('takes an alias for an address: no other mailbox has it until it is given up', async () => {
  const [mine, theirs] = [harness.service.as(personasOf().ada), harness.service.as(personasOf().ada)];
  const made = await mine.createMailbox(body('a@shop-3.example', { aliases: ['b@shop-3.example'] }));
  const refused = await theirs.createMailbox(body('B@shop-3.example'));
  expect([refused.status, refused.body.code]).toEqual([409, 'address_taken']);

  const changed = await mine.updateMailbox({ mailbox_id: made.body._id, aliases: [] });
  expect(changed.body).toMatchObject({ aliases: [], __v: 1, address: 'a@shop-3.example' });
  expect((await theirs.createMailbox(body('b@shop-3.example'))).status).toBe(200);
  await mine.deleteMailbox({ mailbox_id: made.body._id });
  expect((await theirs.createMailbox(body('a@shop-3.example'))).status).toBe(200);
});

it('gives the addresses of a deleted project to another one at once, and never back', async () => {
  const { ada } = personasOf();
  const [mine, theirs] = [harness.service.as(ada), harness.service.as(personasOf().ada)];
  const made = await mine.createMailbox(body('a@shop-4.example', { aliases: ['b@shop-4.example'] }));
  await harness.service.context.projects.end(ada.projectId ?? '', harness.now());

  // Let in by a gateway that does not know of the deletion yet.
  const late = await mine.updateMailbox({ mailbox_id: made.body._id, name: 'Late' });
  expect([late.status, late.body.code]).toEqual([403, 'not_a_member']);
  const more = await mine.createMailbox(body('c@shop-4.example'));
  expect([more.status, more.body.code]).toEqual([403, 'not_a_member']);
  for (const address of ['a@shop-4.example', 'b@shop-4.example'])
    expect((await theirs.createMailbox(body(address))).status).toBe(200);
});

it.each(['nobody', '@shop.example', 'a b@shop.example', 'a@-shop.example', 'a@shop..example', '"a"@shop.example'])(
  'refuses %j as an address, and as an alias',
  async (address) => {
    const owner = harness.service.as(personasOf().ada);
    for (const [wrong, param] of [
      [body(address), 'address'],
      [body(`good@${Math.random()}.example`, { aliases: [address] }), 'aliases[0]'],
    ] as const) {
      const refused = await owner.createMailbox(wrong);
      expect([refused.status, refused.body.code]).toEqual([422, 'address_invalid']);
      expect(refused.body.errors).toMatchObject([{ param }]);
    }
  },
);

it('has at most fifty in a project', async () => {
  const owner = harness.service.as(personasOf().ada);
  for (let nth = 0; nth < 50; nth += 1) await owner.createMailbox(body(`m${nth}@shop-5.example`));
  const refused = await owner.createMailbox(body('one-more@shop-5.example'));
  expect([refused.status, refused.body.code]).toEqual([422, 'limit_reached']);
  expect((await owner.listMailboxes({})).body).toHaveLength(50);
});

it('answers 404 for a mailbox of another project, which stays as it is', async () => {
  const mine = harness.service.as(personasOf().ada);
  const { _id: mailbox_id } = (await mine.createMailbox(body('kept@shop-6.example'))).body;
  const stranger = harness.service.as(personasOf().ada);
  for (const answer of [
    await stranger.getMailbox({ mailbox_id }),
    await stranger.updateMailbox({ mailbox_id, name: 'Theirs' }),
    await stranger.deleteMailbox({ mailbox_id }),
    await stranger.rotateMailboxSecret({ mailbox_id }),
    await stranger.listInboundMails({ mailbox_id }),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'mailbox_not_found']);
  expect((await mine.getMailbox({ mailbox_id })).body).toMatchObject({ name: 'Shop', __v: 0 });
});

it('refuses a change to another version', async () => {
  const owner = harness.service.as(personasOf().ada);
  const { _id: mailbox_id } = (await owner.createMailbox(body('version@shop-7.example'))).body;
  const refused = await owner.updateMailbox({ mailbox_id, name: 'B' }, { headers: { 'if-match': '"7"' } });
  expect([refused.status, refused.body.code]).toEqual([412, 'version_mismatch']);
});
