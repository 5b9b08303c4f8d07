import { audiences } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { amountOf, drawer } from '@parley/testkit';

import { mailOf } from '../../test/channels-harness.ts';
import { headersOf, OutgoingHarness } from '../../test/outgoing-harness.ts';

const harness = new OutgoingHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());
beforeEach(() => {
  harness.smtp.mails.length = 0;
});

const vera = 'vera@customer.example';
const newest = () => headersOf(harness.smtp.mails.at(-1)?.text ?? '');
const idsIn = (header = '') => header.match(/[^<>\s]+@[^<>\s]+/g) ?? [];

/** Two requests of one customer, the first of which is answered. */
async function two() {
  const mailbox = await harness.mailbox({ outbound: harness.server });
  const { projectId } = mailbox.people;
  const [source, target] = [await harness.open(mailbox, { from: vera }), await harness.open(mailbox, { from: vera })];
  await harness.say(projectId, source.requestId, { text: 'About the first' });
  await harness.pass();
  const { 'message-id': answerId = '', 'reply-to': replyTo = '' } = newest();
  return { ...mailbox, projectId, source, target, answerId: idsIn(answerId)[0] ?? '', replyTo };
}

it.each(['the token', 'the headers'])(
  'brings a mail that leads to a merged request by %s into the target, whose answers name the mails of both',
  async (way) => {
    const { projectId, source, target, answerId, replyTo, deliver, ledger, address, owner } = await two();
    await harness.merge(projectId, source.requestId, target.requestId);
    const id = `${newId()}@customer.example`;
    const named = way === 'the token' ? { to: replyTo } : { to: address, headers: { 'In-Reply-To': `<${answerId}>` } };
    await deliver(
      mailOf({ from: vera, text: 'Once more about the first', id, cc: 'grace@customer.example', ...named }),
    );
    expect((await ledger())[0]).toMatchObject({ state: 'routed', request_id: target.requestId });
    expect((await owner.getRequestMail({ request_id: target.requestId })).body.cc).toEqual(['grace@customer.example']);

    await harness.say(projectId, target.requestId, { text: 'About both' });
    await harness.pass();
    expect(idsIn(newest()['in-reply-to'])).toEqual([id]);
    expect(idsIn(newest().references)).toEqual([source.firstId, target.firstId, answerId, id]);
    expect(harness.smtp.mails.at(-1)?.to).toEqual([vera, 'grace@customer.example']);
    expect(harness.smtp.mails.at(-1)?.text).not.toContain('About the first');
  },
);

it('names the mails of requests that were merged into merged ones, and of none that no longer is', async () => {
  const { projectId, source, target, answerId, ...mailbox } = await two();
  const last = await harness.open(mailbox, { from: vera });
  const referencesOf = async (requestId: string) => {
    await harness.say(projectId, requestId);
    await harness.pass();
    return idsIn(newest().references);
  };
  await harness.merge(projectId, source.requestId, target.requestId);
  await harness.merge(projectId, target.requestId, last.requestId);
  expect(await referencesOf(last.requestId)).toEqual([source.firstId, target.firstId, answerId, last.firstId]);
  expect(idsIn(newest()['in-reply-to'])).toEqual([last.firstId]);

  await harness.merge(projectId, source.requestId);
  const references = await referencesOf(last.requestId);
  expect(references).toEqual(expect.arrayContaining([target.firstId, last.firstId]));
  expect(references).not.toContain(source.firstId);
  expect(references).not.toContain(answerId);
});

it('sends what was said before the merge, in its own thread', async () => {
  const { projectId, source, target, replyTo } = await two();
  await harness.say(projectId, source.requestId, { text: 'Still of the first' });
  await harness.merge(projectId, source.requestId, target.requestId);
  await harness.pass();
  expect(harness.smtp.mails.at(-1)?.text).toContain('Still of the first');
  expect(newest()['reply-to']).toBe(replyTo);
});

it.each([1, 2, 3].slice(0, amountOf({ quick: 1, soak: 3 })))(
  'lets nothing leave but visible messages of its own request, however requests are merged (seed %i)',
  async (seed) => {
    const random = drawer(seed);
    const pick = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;
    const mailbox = await harness.mailbox({ outbound: harness.server });
    const { projectId } = mailbox.people;
    const owners = new Map<string, string>();
    for (const name of ['vera', 'eve', 'linus'])
      for (let nth = 0; nth < 3; nth += 1) {
        const from = `${name}@customer.example`;
        owners.set((await harness.open(mailbox, { from })).requestId, from);
      }
    const requests = [...owners.keys()];
    const mayLeave = new Map<string, string>();
    for (let nth = 0; nth < 60; nth += 1) {
      const requestId = pick(requests);
      const others = requests.filter((one) => one > requestId && owners.get(one) === owners.get(requestId));
      const isMerged = harness.merged.has(requestId);
      if (isMerged) await harness.merge(projectId, requestId);
      else if (others.length > 0 && random(4) === 0) await harness.merge(projectId, requestId, pick(others));
      else {
        const audience = pick([...audiences, 'all' as const]);
        const text = `secret-${newId()}`;
        await harness.say(projectId, requestId, { text, audience });
        if (audience === 'all') mayLeave.set(text, requestId);
      }
      if (random(5) === 0) await harness.pass();
    }
    await harness.pass();
    expect(harness.smtp.mails.length).toBeGreaterThan(3);
    const query = 'select message_id as id, request_id as request from outgoing_mail where id_project = $1';
    const rows = await harness.service.db.query<{ id: string; request: string }>(query, [projectId]);
    for (const { text, to } of harness.smtp.mails) {
      const [id] = idsIn(headersOf(text)['message-id']);
      const request = rows.find((row) => row.id === id)?.request ?? '';
      expect(to).toEqual([owners.get(request)]);
      for (const [secret] of text.replace(/=\n/g, '').matchAll(/secret-[0-9a-f]{24}/g))
        expect([secret, mayLeave.get(secret)]).toEqual([secret, request]);
    }
  },
);
