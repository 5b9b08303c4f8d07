import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';

import { inboundApi } from '@parley/contracts';
import {
  clientsOf,
  describeWithProgram,
  eventually,
  findProgram,
  forgetPeak,
  freePort,
  peakOf,
  Replica,
} from '@parley/testkit';
import { createTransport } from 'nodemailer';

import { ChannelsHarness, mailOf, postMail } from './channels-harness.ts';
import { Dovecot, dovecotProgram } from './dovecot.ts';

const megabyte = 2 ** 20;
/** As large as a mail may be. */
const mailBytes = 25_000_000;
const atOnce = 4;
const room = 150 * megabyte;
/** What its container sets: see `deploy/k8s/mesh.ts`. */
const asDeployed = { NODE_OPTIONS: '--max-semi-space-size=1', MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768' };
const timeoutMs = 300_000;

const harness = new ChannelsHarness();
let dovecot: Dovecot | undefined;
let replica: Replica;
let ports: { smtp: number; http: number };

beforeAll(async () => {
  if (findProgram(dovecotProgram)) dovecot = await Dovecot.start();
  const imap = dovecot && { MAIL_PORTS: String(dovecot.ports.tls), MAIL_CA: dovecot.ca };
  await harness.start({ env: { OUTBOUND_ALLOW: 'localhost', LEASE: '2s', ...imap } });
  // The process that is measured does all the work.
  await Promise.all([harness.service.context.worker.stop(), harness.service.context.reader.stop()]);
});
beforeEach(async () => {
  harness.files.clear();
  ports = { smtp: await freePort(), http: await freePort() };
  const listening = { MAIL_SMTP_PORT: String(ports.smtp), HTTP_PORT: String(ports.http), GRPC_PORT: '0' };
  replica = new Replica(new URL('../src/main.ts', import.meta.url), {
    ...{ ...harness.service.env, ...listening, ...asDeployed, LOG_LEVEL: 'fatal' },
  });
  await eventually(() => Promise.all([reached(ports.smtp), reached(ports.http)]), { timeoutMs: 60_000 });
});
afterEach(() => replica?.kill());
afterAll(async () => {
  await harness.stop();
  await dovecot?.stop();
});

function reached(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

/** A mail of the largest size, with two files that fill it. */
function largeMail(to: string, nth: number): { raw: Buffer; digests: string[] } {
  const files = [2_000_000, 16_150_000].map((size) => randomBytes(size));
  const text = mailOf({
    ...{ from: `vera${nth}@customer.example`, to, subject: `Large ${nth}`, text: '' },
  }).replace('text/plain; charset=utf-8', 'multipart/mixed; boundary=b');
  const parts = files.map((bytes, file) => {
    const head = `Content-Type: application/pdf; name=${file}.pdf\r\nContent-Transfer-Encoding: base64`;
    return `--b\r\n${head}\r\n\r\n${bytes.toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`;
  });
  const words = '--b\r\nContent-Type: text/plain\r\n\r\nTwo files.\r\n';
  const raw = Buffer.from(`${text}${words}${parts.join('')}--b--\r\n`, 'latin1');
  expect(raw.length).toBeGreaterThan(mailBytes * 0.98);
  expect(raw.length).toBeLessThanOrEqual(mailBytes);
  return { raw, digests: files.map(digestOf) };
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

type Mailbox = Awaited<ReturnType<ChannelsHarness['mailbox']>>;

/** To a mailbox, with the mails that are for it. */
const ways: Readonly<Record<'smtp' | 'webhook', (mailbox: Mailbox, raw: Buffer) => Promise<void>>> = {
  async smtp({ address: to }, raw) {
    const transport = createTransport({ host: '127.0.0.1', port: ports.smtp, ignoreTLS: true });
    await transport.sendMail({ envelope: { from: 'vera@customer.example', to }, raw });
    transport.close();
  },
  async webhook({ id, secret }, raw) {
    const actorKey = new Uint8Array(Buffer.from(harness.service.env.ACTOR_KEY ?? '', 'base64url'));
    const address = `http://127.0.0.1:${ports.http}`;
    const as = clientsOf(inboundApi, { address, audience: 'channels', actorKey });
    const { status } = await postMail({ as } as typeof harness.service, id, raw, { authorization: `Bearer ${secret}` });
    expect(status).toBe(200);
  },
};

/**
 * What the process takes beyond what it takes before any mail has come, when what reads mails is not even loaded, until all of the mails
 * are messages with their files.
 */
async function takenFor(mails: readonly { digests: string[] }[], send: () => Promise<unknown>): Promise<number> {
  const before = await forgetPeak(replica.pid);
  await routed(mails.length, send);
  expect(harness.files.size).toBe(2 * mails.length);
  const stored = [...harness.files.values()].map(({ content }) => digestOf(content));
  expect(stored.sort()).toEqual(mails.flatMap(({ digests }) => digests).sort());
  return (await peakOf(replica.pid)) - before;
}

/** Sends so many mails and waits until they are messages. */
async function routed(count: number, send: () => Promise<unknown>): Promise<void> {
  const sql = `select 1 from inbound_mail where state = 'routed'`;
  const known = (await harness.service.db.query(sql)).length;
  await send();
  await eventually(async () => expect((await harness.service.db.query(sql)).length - known).toBe(count), { timeoutMs });
}

it.each(['smtp', 'webhook'] as const)(
  'takes four mails of 25 MB at once in less than 150 MB of memory from rest: %s',
  async (type) => {
    const mailbox = await harness.mailbox({ inbound: { type } });
    const mails = Array.from({ length: atOnce }, (_, nth) => largeMail(mailbox.address, nth));
    const taken = await takenFor(mails, () => Promise.all(mails.map(({ raw }) => ways[type](mailbox, raw))));
    expect(taken).toBeLessThan(room);
  },
  timeoutMs,
);

describeWithProgram(dovecotProgram, 'with an IMAP server', () => {
  it(
    'takes a mail of 25 MB out of each of four mailboxes at once in less than 150 MB of memory from rest',
    async () => {
      const server = dovecot as Dovecot;
      const users = Array.from({ length: atOnce }, (_, nth) => `user${nth}`);
      const mailboxes = await Promise.all(
        users.map(async (username) => {
          await server.setPassword(username, 'good');
          const inbound = { type: 'imap' as const, host: 'localhost', port: server.ports.tls, username };
          return harness.mailbox({ inbound: { ...inbound, password: 'good', after: 'keep' } });
        }),
      );
      // Each is read by a session that waits for mail.
      for (const { owner, id } of mailboxes)
        await eventually(
          async () => {
            const { state } = (await owner.getMailbox({ mailbox_id: id })).body;
            expect(state).toMatchObject({ inbound: 'ok', last_ok_at: expect.any(String) });
          },
          { timeoutMs: 60_000 },
        );
      const mails = mailboxes.map(({ address }, nth) => largeMail(address, nth));
      const send = () => Promise.all(mails.map(({ raw }, nth) => server.append(users[nth] ?? '', raw)));
      const taken = await takenFor(mails, send);
      expect(taken).toBeLessThan(room);
    },
    timeoutMs,
  );
});
