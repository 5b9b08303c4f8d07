import { amountOf, eventually, Replica } from '@parley/testkit';

import { headersOf, OutgoingHarness } from '../../test/outgoing-harness.ts';

const kills = amountOf({ quick: 6, soak: 1_000 });
const mailsPerKill = 6;

const harness = new OutgoingHarness();
let replica: Replica;
beforeAll(async () => {
  await harness.start();
  // Processes of their own send, which can be killed.
  await harness.service.context.sender.stop();
  startReplica();
});
afterAll(async () => {
  await replica?.kill();
  await harness.stop();
});

function startReplica(): void {
  const env = { ...harness.service.env, HTTP_PORT: '0', GRPC_PORT: '0', LOG_LEVEL: 'silent' };
  replica = new Replica(new URL('../main.ts', import.meta.url), env);
}

it('sends every message at least once, and what it sends twice with one Message-ID, wherever a process is killed around the 250', async () => {
  const mailbox = await harness.mailbox({ outbound: harness.server });
  const { projectId } = mailbox.people;
  const { requestId } = await harness.open(mailbox, { from: 'vera@customer.example' });
  const query = (text: string) =>
    harness.service.db.query<{ id: string; attempts: number; state: string }>(text, [projectId]);
  const dueNow = (state: string) =>
    query(`update outgoing_mail set due_at = now() where id_project = $1 and state = '${state}' returning id`);
  let killing: Promise<void> | undefined;
  let toKill = 0;
  harness.smtp.onMail = () => {
    toKill -= 1;
    if (toKill !== 0) return undefined;
    killing = replica.kill();
    // Before the answer, or just after it.
    return harness.smtp.mails.length % 2 === 0 ? killing : undefined;
  };
  for (let kill = 0; kill < kills; kill += 1) {
    killing = undefined;
    toKill = 1 + (kill % mailsPerKill);
    for (let nth = 0; nth < mailsPerKill; nth += 1)
      // One author a mail: messages of one would go together.
      await harness.say(projectId, requestId, { sender: `bot_${kill}-${nth}`, text: `mail ${kill}-${nth}` });
    await dueNow('waiting');
    await eventually(() => expect(killing).toBeDefined(), { timeoutMs: 60_000 });
    await killing;
    startReplica();
    // What the killed process held is due when its lease ends; here at once.
    await dueNow('sending');
    await eventually(
      async () =>
        expect(await query(`select id from outgoing_mail where id_project = $1 and state <> 'sent'`)).toEqual([]),
      { timeoutMs: 60_000 },
    );
  }

  const times = new Map<string, number>();
  for (const text of harness.smtp.received) {
    const id = headersOf(text)['message-id']?.slice(1, -1) ?? '';
    times.set(id, (times.get(id) ?? 0) + 1);
  }
  const ledger = await query('select message_id as id, attempts, state from outgoing_mail where id_project = $1');
  expect(ledger).toHaveLength(kills * mailsPerKill);
  expect(ledger.filter(({ id }) => !times.has(id))).toEqual([]);
  expect(times.size).toBe(ledger.length);
  // Each that came twice is known to have been tried again.
  expect(ledger.filter(({ id, attempts }) => (times.get(id) ?? 0) > attempts)).toEqual([]);
});
