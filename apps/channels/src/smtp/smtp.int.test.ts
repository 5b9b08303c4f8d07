import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { freePort } from '@parley/testkit';

import { createTransport } from 'nodemailer';

import { ChannelsHarness, mailOf } from '../../test/channels-harness.ts';

const harness = new ChannelsHarness();
const port = await freePort();
const limits = { LIMIT_MAILS: '40', MAIL_CONNECTIONS: '6', MAIL_MAX_BYTES: '20000' };
beforeAll(() => harness.start({ env: { MAIL_SMTP_PORT: String(port), ...limits } }));
afterAll(() => harness.stop());

const inbound = { type: 'smtp' } as const;
const vera = 'vera@customer.example';

/** Sends a mail as a server does. Rejects with the answer of the listener. */
async function send(to: string | string[], raw: string, from = vera): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    await transport.sendMail({ envelope: { from, to }, raw });
  } finally {
    transport.close();
  }
}

it('takes a mail for an address, an alias and an address with a tag, and answers when it is stored', async () => {
  const alias = `alias@${crypto.randomUUID()}.example`;
  const { address, ledger } = await harness.mailbox({ inbound, aliases: [alias] });
  const tagged = address.replace('@', '+order-7@');
  for (const to of [address.toUpperCase(), alias, tagged]) {
    await send(to, mailOf({ from: vera, to, text: `to ${to}` }));
    expect((await ledger())[0]).toMatchObject({ via: 'smtp', to: [to.toLowerCase()] });
  }
  await harness.service.settled();
  expect((await ledger()).map(({ state }) => state)).toEqual(['routed', 'routed', 'routed']);
});

it('makes one mail of one that is sent to two addresses of a mailbox, and one for each mailbox', async () => {
  const alias = `alias@${crypto.randomUUID()}.example`;
  const [one, other] = [await harness.mailbox({ inbound, aliases: [alias] }), await harness.mailbox({ inbound })];
  const raw = mailOf({ from: vera, to: one.address, text: 'to both' });
  await send([one.address, alias, other.address], raw);
  await send([one.address], raw);
  expect([await one.ledger(), await other.ledger()].map((rows) => rows.length)).toEqual([1, 1]);
});

it('refuses unknown recipients, disabled mailboxes and those that take mail another way, and relays nothing', async () => {
  const disabled = await harness.mailbox({ inbound, enabled: false });
  const webhook = await harness.mailbox();
  for (const to of ['nobody@elsewhere.example', disabled.address, webhook.address])
    await expect(send(to, mailOf({ from: vera, to, text: 'x' }))).rejects.toMatchObject({ responseCode: 550 });
  expect(await disabled.ledger()).toEqual([]);
});

it('refuses a mail that is too large, whether its size is announced or not', async () => {
  const { address, ledger } = await harness.mailbox({ inbound });
  const raw = mailOf({ from: vera, to: address, text: 'x'.repeat(30_000) });
  await expect(send(address, raw)).rejects.toMatchObject({ responseCode: 552 });

  const client = await SmtpClient.open(port);
  await client.say('EHLO client.example');
  await client.say(`MAIL FROM:<${vera}>`);
  expect(await client.say(`RCPT TO:<${address}>`)).toMatch(/^250/);
  expect(await client.say('DATA')).toMatch(/^354/);
  expect(await client.say(`${raw}\r\n.`)).toMatch(/^552/);
  client.end();
  expect(await ledger()).toEqual([]);
});

it('stores nothing of a mail whose connection breaks in the middle', async () => {
  const { address, ledger } = await harness.mailbox({ inbound });
  const client = await SmtpClient.open(port);
  await client.say('EHLO client.example');
  await client.say(`MAIL FROM:<${vera}>`);
  await client.say(`RCPT TO:<${address}>`);
  await client.say('DATA');
  client.write(mailOf({ from: vera, to: address, text: 'half' }));
  client.end();
  await client.closed;
  await send(address, mailOf({ from: vera, to: address, text: 'whole' }));
  await harness.service.settled();
  expect((await ledger()).map(({ state }) => state)).toEqual(['routed']);
  expect(harness.messages.filter(({ text }) => text === 'half')).toEqual([]);
});

it('offers neither sign-in nor, without a certificate, STARTTLS', async () => {
  const client = await SmtpClient.open(port);
  const offered = await client.say('EHLO client.example');
  expect(offered).toContain('SIZE 20000');
  expect(offered).not.toMatch(/AUTH|STARTTLS/);
  expect(await client.say('AUTH PLAIN AGEAYg==')).toMatch(/^5/);
  client.end();
});

it('takes six connections from an address, and more when one has ended', async () => {
  const clients = await Promise.all(Array.from({ length: 6 }, () => SmtpClient.open(port)));
  expect(clients.map(({ greeting }) => greeting.slice(0, 3))).toEqual(Array(6).fill('220'));
  const refused = await SmtpClient.open(port);
  expect(refused.greeting).toMatch(/^421/);
  await refused.closed;
  clients[0]?.end();
  await clients[0]?.closed;
  // The listener hears of the end a moment after the client.
  await expect(connected(port)).resolves.toMatch(/^220/);
  for (const client of clients) client.end();
});

it('takes forty mails a minute from an address, and asks for patience beyond', async () => {
  const { address } = await harness.mailbox({ inbound });
  const codes: number[] = [];
  for (let nth = 0; nth < 41; nth += 1) {
    const sent = send(address, mailOf({ from: vera, to: address, text: `mail ${nth}` }));
    codes.push(await sent.then(() => 250).catch(({ responseCode }: { responseCode: number }) => responseCode));
  }
  expect(codes.at(-1)).toBe(451);
  expect(codes.filter((code) => code !== 250 && code !== 451)).toEqual([]);
});

/** The greeting of the first connection that is not refused. */
async function connected(at: number): Promise<string> {
  for (;;) {
    const client = await SmtpClient.open(at);
    client.end();
    await client.closed;
    if (!client.greeting.startsWith('421')) return client.greeting;
  }
}

/** Speaks SMTP line by line. */
class SmtpClient {
  readonly #socket: Socket;
  readonly greeting: string;
  readonly closed: Promise<unknown>;

  private constructor(socket: Socket, greeting: string) {
    this.#socket = socket;
    this.greeting = greeting;
    this.closed = once(socket, 'close');
    socket.on('error', () => undefined);
  }

  static async open(at: number): Promise<SmtpClient> {
    const socket = connect(at, '127.0.0.1');
    return new SmtpClient(socket, await answerOn(socket));
  }

  say(line: string): Promise<string> {
    this.write(`${line}\r\n`);
    return answerOn(this.#socket);
  }

  write(text: string): void {
    this.#socket.write(text);
  }

  end(): void {
    this.#socket.destroy();
  }
}

/** A whole answer: its last line has a space after the code. */
async function answerOn(socket: Socket): Promise<string> {
  let text = '';
  while (!/^\d{3} .*\r\n$/m.test(text)) text += String((await once(socket, 'data'))[0]);
  return text;
}
