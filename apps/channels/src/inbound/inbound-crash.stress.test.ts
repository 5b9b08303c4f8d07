import { amountOf, eventually, freePort, Replica } from '@parley/testkit';
import { createTransport } from 'nodemailer';

import { ChannelsHarness, mailOf, postMail } from '../../test/channels-harness.ts';

const kills = amountOf({ quick: 4, soak: 50 });
const mailsPerKill = amountOf({ quick: 15, soak: 60 });

const harness = new ChannelsHarness();
let port: number;
let replica: Replica;
beforeAll(async () => {
  port = await freePort();
  await harness.start();
  startReplica();
});
afterAll(async () => {
  await replica?.kill();
  await harness.stop();
});

/** A process of its own on the same database, which takes mail by SMTP and works on it. */
function startReplica(): void {
  const env = {
    ...harness.service.env,
    MAIL_SMTP_PORT: String(port),
    HTTP_PORT: '0',
    GRPC_PORT: '0',
    LOG_LEVEL: 'silent',
  };
  replica = new Replica(new URL('../main.ts', import.meta.url), env);
}

/** As a server sends it: again until it is taken. */
async function sendUntilTaken(to: string, raw: string): Promise<void> {
  await eventually(
    async () => {
      const transport = createTransport({
        host: '127.0.0.1',
        port,
        ignoreTLS: true,
        connectionTimeout: 2_000,
        socketTimeout: 5_000,
      });
      try {
        await transport.sendMail({ envelope: { from: 'vera@customer.example', to }, raw });
      } finally {
        transport.close();
      }
    },
    { timeoutMs: 120_000 },
  );
}

it('makes one message of every mail that was taken, by two ways and twice, wherever a process is killed', async () => {
  const { owner, id, address } = await harness.mailbox({ inbound: { type: 'smtp' } });
  const posted = await harness.mailbox({ inbound: { type: 'webhook' } });
  // One mailbox takes mail in one way at a time; what is posted goes to the other address of the same people.
  const mails = new Map<string, string>();
  let killing: Promise<void> | undefined;
  let toKill = 0;
  harness.onAppend = () => {
    toKill -= 1;
    if (toKill === 0) killing = replica.kill();
    return killing;
  };
  for (let kill = 0; kill < kills; kill += 1) {
    killing = undefined;
    toKill = 1 + (kill % mailsPerKill);
    const batch = Array.from({ length: mailsPerKill }, (_, nth) => `mail ${kill}-${nth}`);
    const sending = batch.flatMap((text) => {
      const [bySmtp, byPost] = [address, posted.address].map((to) =>
        mailOf({ from: 'vera@customer.example', to, text }),
      ) as [string, string];
      mails.set(`${text} smtp`, bySmtp);
      mails.set(`${text} post`, byPost);
      const headers = { authorization: `Bearer ${posted.secret}` };
      const post = () => postMail(harness.service, posted.id, byPost, headers);
      return [sendUntilTaken(address, bySmtp), sendUntilTaken(address, bySmtp), post(), post()];
    });
    await eventually(() => expect(killing).toBeDefined(), { timeoutMs: 120_000 });
    await killing;
    startReplica();
    await Promise.all(sending);
  }
  harness.onAppend = () => undefined;
  // What the killed processes held is due when their time is up; here at once.
  await harness.service.db.query('update task set due_at = now() where done_at is null');
  await eventually(
    async () => {
      await harness.service.settled();
      const left = await harness.service.db.query(`select from inbound_mail where state = 'stored'`);
      expect(left).toEqual([]);
    },
    { timeoutMs: 120_000 },
  );

  const texts = harness.messages.map(({ text }) => text).sort();
  expect(texts).toEqual([...mails.keys()].map((key) => key.replace(/ \w+$/, '')).sort());
  const raw = await harness.service.db.query<{ bytes: Buffer }>('select bytes from raw_mail');
  expect(raw.map(({ bytes }) => bytes.toString().replace(/\r\n$/, '')).sort()).toEqual(
    [...mails.values()].map((mail) => mail.replace(/\r\n$/, '')).sort(),
  );
  const { body } = await owner.listInboundMails({ mailbox_id: id, state: 'failed' });
  expect(body.mails).toEqual([]);
});
