import { mailboxFailing, mailboxRecovered } from '@parley/contracts';

import { OutgoingHarness } from '../../test/outgoing-harness.ts';
import { tryFailingMailboxes } from './try-failing-mailboxes.ts';

const harness = new OutgoingHarness();
const user = { name: 'help', password: 'right' };
beforeAll(() => harness.start({ smtp: { user } }));
afterAll(() => harness.stop());
beforeEach(() => {
  harness.smtp.mails.length = 0;
  harness.smtp.faults.length = 0;
});

const minuteMs = 60_000;
const cut = { at: 'data', cut: true } as const;

/** A mailbox with a server of its own, whose state the team sees, and a customer who waits for answers. */
async function sending(password = user.password) {
  const outbound = { ...harness.server, username: user.name, password };
  const { people, owner, id, requestId } = await harness.thread({ outbound });
  const { projectId } = people;
  return {
    ...{ owner, id, projectId, outbound },
    say: () => harness.say(projectId, requestId),
    state: async () => (await owner.getMailbox({ mailbox_id: id })).body.state,
    events: async () => ({
      failing: (await harness.service.outbox(mailboxFailing, projectId)).map(({ data }) => data),
      recovered: (await harness.service.outbox(mailboxRecovered, projectId)).map(({ data }) => data),
    }),
  };
}

it('is failing after 15 minutes without a server, announces it once, and recovers by itself with what has waited', async () => {
  const { say, state, events, owner, id } = await sending();
  expect(await state()).toMatchObject({ outbound: 'ok' });
  harness.smtp.faults.push(cut, cut, cut, cut, cut);
  await say();
  await harness.pass();
  for (const minutes of [1, 5]) {
    await harness.pass(minutes * minuteMs);
    expect(await state()).toMatchObject({ outbound: 'ok', outbound_error: { code: 'connection_refused' } });
  }
  for (const minutes of [15, 60]) await harness.pass(minutes * minuteMs);
  expect(await state()).toMatchObject({
    ...{ inbound: 'ok', outbound: 'failing', outbound_since: expect.any(String) },
    outbound_error: { code: 'connection_refused', text: expect.any(String) },
  });
  const [listed] = (await owner.listMailboxes({})).body;
  expect(listed?.state).toEqual(await state());
  const error = { code: 'connection_refused' };
  expect((await events()).failing).toMatchObject([{ mailbox: { _id: id }, direction: 'out', error }]);
  expect((await events()).recovered).toEqual([]);

  harness.smtp.faults.length = 0;
  await say();
  await harness.pass();
  expect(harness.smtp.mails).toHaveLength(2);
  expect(await state()).toMatchObject({ outbound: 'ok', outbound_last_ok_at: expect.any(String) });
  expect(await state()).not.toHaveProperty('outbound_error');
  expect((await events()).recovered).toMatchObject([{ mailbox: { _id: id }, direction: 'out' }]);
});

it('is failing at the second sign-in that is refused, and sends what has waited as soon as the password is right', async () => {
  const { say, state, owner, id, outbound, events } = await sending('wrong');
  // Mails that fail at the same time are one failure.
  await Promise.all([say(), say()]);
  await harness.pass();
  expect(await state()).toMatchObject({ outbound: 'ok', outbound_error: { code: 'auth_failed' } });
  await harness.pass(minuteMs + 1_000);
  expect(await state()).toMatchObject({ outbound: 'failing', outbound_error: { code: 'auth_failed' } });
  expect(harness.smtp.mails).toEqual([]);

  const right = { ...outbound, password: user.password };
  expect((await owner.updateMailbox({ mailbox_id: id, outbound: right })).status).toBe(200);
  await harness.service.settled();
  expect(harness.smtp.mails.length).toBeGreaterThan(0);
  expect(await state()).toMatchObject({ outbound: 'ok' });
  expect((await events()).recovered).toHaveLength(1);
});

it('recovers though no mail waits: a sign-in is tried again, and a check by an admin counts', async () => {
  const failing = async () => {
    const box = await sending();
    harness.smtp.faults.push(cut, cut, cut, cut, cut);
    await box.say();
    await harness.pass();
    for (const minutes of [1, 5, 15]) await harness.pass(minutes * minuteMs);
    const query = 'update outgoing_mail set give_up_at = $2 where id_project = $1';
    await harness.service.db.query(query, [box.projectId, harness.now()]);
    await harness.pass(60 * minuteMs);
    expect(await box.state()).toMatchObject({ outbound: 'failing' });
    harness.smtp.faults.length = 0;
    return box;
  };
  const [one, other] = [await failing(), await failing()];
  await tryFailingMailboxes(harness.service.context);
  expect(await one.state()).toMatchObject({ outbound: 'ok' });
  expect((await other.owner.checkStoredMailbox({ mailbox_id: other.id })).body.outbound).toMatchObject({ ok: true });
  expect(await other.state()).toMatchObject({ outbound: 'ok' });
  expect((await one.events()).recovered).toHaveLength(1);
});

it('stays failing while the sign-in that is tried is refused, which is not announced again', async () => {
  const { say, state, events } = await sending('wrong');
  await say();
  await harness.pass();
  await harness.pass(minuteMs);
  await tryFailingMailboxes(harness.service.context);
  harness.advance(15 * minuteMs);
  await tryFailingMailboxes(harness.service.context);
  expect(await state()).toMatchObject({ outbound: 'failing', outbound_error: { code: 'auth_failed' } });
  expect((await events()).failing).toHaveLength(1);
});

it('works while its server refuses single mails, whatever the reason', async () => {
  const { say, state } = await sending();
  for (const answer of [550, 554, 552, 451]) {
    harness.smtp.faults.push({ at: 'to', answer });
    await say();
    await harness.pass();
  }
  expect(await state()).toMatchObject({ outbound: 'ok', outbound_last_ok_at: expect.any(String) });
  expect(await state()).not.toHaveProperty('outbound_error');
});

it.each([
  ['is disabled', { enabled: false }],
  ['sends nothing', { outbound: { type: 'none' } }],
] as const)('is off where the mailbox %s', async (_, change) => {
  const { owner, id, state } = await sending();
  await owner.updateMailbox({ mailbox_id: id, ...change });
  expect(await state()).toMatchObject({ outbound: 'off' });
});

it('leaves nothing behind when the mailbox is removed, nor when its project ends', async () => {
  const [removed, ended] = [await sending(), await sending()];
  for (const box of [removed, ended]) {
    await box.say();
    await harness.pass();
  }
  const rows = async ({ projectId }: { projectId: string }) =>
    (await harness.service.db.query('select from outbound_account where id_project = $1', [projectId])).length;
  expect([await rows(removed), await rows(ended)]).toEqual([1, 1]);
  await removed.owner.deleteMailbox({ mailbox_id: removed.id });
  await harness.service.context.projects.end(ended.projectId, harness.now());
  while (await harness.service.context.projects.erase(ended.projectId, 100));
  expect([await rows(removed), await rows(ended)]).toEqual([0, 0]);
});
