import { amountOf, describeWithProgram, drawer, eventually, Replica } from '@parley/testkit';

import { ChannelsHarness, mailOf } from '../../test/channels-harness.ts';
import { Dovecot, dovecotProgram } from '../../test/dovecot.ts';

const kills = amountOf({ quick: 5, soak: 100 });
const mailsPerKill = amountOf({ quick: 12, soak: 40 });
const timeoutMs = 120_000;
const username = 'help';

describeWithProgram(dovecotProgram, 'a mailbox that is read by processes which are killed', () => {
  const harness = new ChannelsHarness();
  let dovecot: Dovecot;
  let replica: Replica;

  beforeAll(async () => {
    dovecot = await Dovecot.start();
    await dovecot.setPassword(username, 'good');
    // What a killed process has read is read by the next one as soon as its lease has expired.
    const env = {
      OUTBOUND_ALLOW: 'localhost',
      MAIL_PORTS: String(dovecot.ports.tls),
      MAIL_CA: dovecot.ca,
      LEASE: '2s',
    };
    await harness.start({ env });
    // Processes of their own read, which can be killed.
    await harness.service.context.reader.stop();
    startReplica();
  });
  afterAll(async () => {
    await replica?.kill();
    await harness.stop();
    await dovecot?.stop();
  });

  function startReplica(): void {
    const env = { ...harness.service.env, HTTP_PORT: '0', GRPC_PORT: '0', LOG_LEVEL: 'silent' };
    replica = new Replica(new URL('../main.ts', import.meta.url), env);
  }

  it('loses no mail and doubles none, wherever it is killed between the server, the ledger, the request and the move on the server', async () => {
    const inbound = { type: 'imap' as const, host: 'localhost', port: dovecot.ports.tls, username, password: 'good' };
    const { owner, id, address } = await harness.mailbox({ inbound: { ...inbound, after: 'move:Done' } });
    const isOk = { inbound: 'ok', last_ok_at: expect.any(String) };
    await eventually(async () => expect((await owner.getMailbox({ mailbox_id: id })).body.state).toMatchObject(isOk), {
      timeoutMs,
    });
    const random = drawer(kills);
    const count = async (where: string) =>
      (await harness.service.db.query(`select from inbound_mail where id_mailbox = $1 and ${where}`, [id])).length;
    const folder = (name: string) =>
      dovecot.as(username, async (client) => {
        const status = await client.status(name, { messages: true });
        return status ? (status.messages ?? 0) : 0;
      });

    const sent: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const reached = (kill + random(100) / 100) * mailsPerKill;
      const places = [
        // A message is being appended.
        () => harness.messages.length >= reached,
        // Mails are stored.
        async () => (await count('true')) >= reached,
        // Mails are moved on the server.
        async () => (await folder('Done')) >= reached - mailsPerKill / 2,
      ];
      const isReached = places[kill % places.length] ?? (() => true);
      const batch = Array.from({ length: mailsPerKill }, (_, nth) => {
        const filling = 'x'.repeat(random(4) === 0 ? 150_000 : 10);
        return mailOf({ from: 'vera@customer.example', to: address, text: `mail ${kill}-${nth}\r\n\r\n${filling}` });
      });
      sent.push(...batch);
      const appending = dovecot.as(username, async (client) => {
        for (const mail of batch) await client.append('INBOX', mail);
      });
      await eventually(async () => expect(await isReached()).toBe(true), { timeoutMs });
      await replica.kill();
      startReplica();
      await appending;
    }
    // What a killed process was working on is due when its time is up; here at once.
    await eventually(
      async () => {
        await harness.service.db.query('update task set due_at = now() where done_at is null and due_at > now()');
        expect(await count('true')).toBe(sent.length);
        expect(await count(`state = 'routed'`)).toBe(sent.length);
      },
      { timeoutMs },
    );
    await eventually(async () => expect([await folder('INBOX'), await folder('Done')]).toEqual([0, sent.length]), {
      timeoutMs,
    });

    const wordsOf = (text: string) => /mail \d+-\d+/.exec(text)?.[0] ?? '';
    expect(harness.messages.map(({ text }) => wordsOf(text)).sort()).toEqual(sent.map(wordsOf).sort());
    const raw = await harness.service.db.query<{ bytes: Buffer }>('select bytes from raw_mail');
    expect(raw.map(({ bytes }) => bytes.toString()).sort()).toEqual([...sent].sort());
  });
});
