import { describeWithProgram, eventually, freePort } from '@parley/testkit';
import { type SmtpServer, startSmtpServer } from '@parley/testkit/smtp';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { createTransport } from 'nodemailer';

import { mailOf } from '../../test/channels-harness.ts';
import { headersOf, OutgoingHarness } from '../../test/outgoing-harness.ts';
import { Postfix, postfixIsHere, postfixProgram } from '../../test/postfix.ts';

const vera = 'vera@customer.example';
const timeoutMs = 20_000;

function suite() {
  const harness = new OutgoingHarness();
  let postfix: Postfix;
  /** Of a third domain, to which Postfix passes on. */
  let elsewhere: SmtpServer;
  let latePort: number;

  beforeAll(async () => {
    const port = await freePort();
    latePort = await freePort();
    elsewhere = await startSmtpServer();
    postfix = await Postfix.start({
      addresses: [vera],
      routes: { 'shop.example': port, 'late.example': latePort, 'elsewhere.example': elsewhere.port },
    });
    await harness.start({
      env: {
        ...{ OUTBOUND_ALLOW: 'localhost', MAIL_PORTS: String(postfix.port), MAIL_CA: postfix.ca },
        MAIL_SMTP_PORT: String(port),
      },
    });
  });
  afterAll(async () => {
    await harness.stop();
    await postfix?.stop();
    await elsewhere?.stop();
  });
  beforeEach(() => {
    harness.reports.length = 0;
  });

  /** A customer's request in a mailbox that sends through Postfix, to which the team has answered. */
  async function answered(address: string, from = vera) {
    const outbound = { type: 'smtp' as const, host: postfix.host, port: postfix.port, secure: 'starttls' as const };
    const mailbox = await harness.mailbox({ address, inbound: { type: 'smtp' }, outbound });
    const { body: key } = await mailbox.owner.makeDkimKey({ mailbox_id: mailbox.id });
    const id = `${crypto.randomUUID()}@customer.example`;
    await harness.open({ ...mailbox, deliver: (mail) => pass(address, String(mail), mailbox.ledger) }, { from, id });
    const [{ request_id: requestId = '' } = {}] = await mailbox.ledger();
    const message = await harness.say(mailbox.people.projectId, requestId, { text: 'Größe: **42** 🎉' });
    await harness.pass();
    return { ...mailbox, requestId, message, key };
  }

  /** Hands a mail to Postfix, which brings it to its mailbox. */
  async function pass(to: string, raw: string, ledger: () => Promise<object[]>): Promise<void> {
    await submit(to, raw);
    await eventually(async () => expect(await ledger()).toHaveLength(1), { timeoutMs });
    await harness.service.settled();
  }

  async function submit(to: string, raw: string): Promise<void> {
    const transport = createTransport({ host: '127.0.0.1', port: postfix.port, ignoreTLS: true });
    await transport.sendMail({ envelope: { from: vera, to }, raw }).finally(() => transport.close());
  }

  const failures = () => harness.reports.filter(({ status }) => status === -100);

  it('delivers an answer with the signature and the Message-ID that it left with', async () => {
    const { key, owner, requestId } = await answered('one@shop.example');
    await eventually(async () => expect(await postfix.mailsOf(vera)).toHaveLength(1), { timeoutMs });
    const [mail = ''] = await postfix.mailsOf(vera);
    const [sent] = (await owner.getRequestMail({ request_id: requestId })).body.mails.slice(-1);
    expect(headersOf(mail)['message-id']).toBe(`<${sent?.message_id}>`);
    expect(mail).toMatch(/^\tby mx\.customer\.example \(Postfix\) with ESMTPS id/m);
    const resolver = async (name: string) => (name === key.name ? [[key.value]] : []);
    const { results } = await dkimVerify(Buffer.from(mail.replaceAll('\n', '\r\n')), { resolver });
    expect(results.map(({ status }) => status.result)).toEqual(['pass']);
  });

  it('refuses an address that it does not have, which fails the message', async () => {
    const { message } = await answered('two@shop.example', 'nobody@customer.example');
    expect(failures()).toMatchObject([{ messageIds: [message._id], errorCode: 'rejected', tellTeam: true }]);
    expect(failures()[0]?.errorText).toMatch(/\(550 5\.1\.1\)$/);
  });

  it('sends back what another server refuses later, which fails the message', async () => {
    elsewhere.faults.push({ at: 'to', answer: 550, text: '5.1.1 no such user' });
    const { message, ledger } = await answered('three@shop.example', 'linus@elsewhere.example');
    await eventually(() => expect(failures()).toHaveLength(1), { timeoutMs });
    expect(failures()).toMatchObject([
      { messageIds: [message._id], errorCode: 'bounced', errorText: 'The mail came back. (5.1.1)', tellTeam: true },
    ]);
    expect((await ledger()).map(({ why }) => why ?? null)).toEqual(['bounce', null]);
  });

  it('keeps a mail while nothing takes it, and brings it once when something does', async () => {
    const address = 'four@late.example';
    const { ledger } = await harness.mailbox({ address, inbound: { type: 'smtp' } });
    await submit(address, mailOf({ from: vera, to: address, text: 'Are you there?' }));
    await eventually(async () => expect(await postfix.queue()).toContain('Connection refused'), { timeoutMs });
    expect(await ledger()).toEqual([]);

    const replica = await harness.replica({
      databaseUrl: harness.service.databaseUrl,
      env: { MAIL_SMTP_PORT: String(latePort) },
    });
    try {
      await eventually(async () => expect(await postfix.queue()).toContain('queue is empty'), { timeoutMs });
      await replica.settled();
    } finally {
      await replica.stop();
    }
    expect((await ledger()).map(({ state }) => state)).toEqual(['routed']);
  });
}

describeWithProgram(postfixProgram, 'a mail server of another make', suite, postfixIsHere);
