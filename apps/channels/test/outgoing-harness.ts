import { newId } from '@parley/service-kit/call';
import { type SmtpServer, startSmtpServer } from '@parley/testkit/smtp';

import { ChannelsHarness, mailOf, recordIdOf, type SaidMessage } from './channels-harness.ts';

/** Of the testkit's mails: headers, unfolded. */
export function headersOf(mail: string): Record<string, string> {
  const [head = ''] = mail.split('\n\n');
  const lines = head.replace(/\n[ \t]+/g, ' ').split('\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}

type Said = Partial<SaidMessage> & {
  channel?: string;
  fromRequester?: boolean;
  imported?: boolean;
  preflight?: boolean;
  department?: string;
};

/** Channels with a mail server on the other side, and a team that answers. */
export class OutgoingHarness extends ChannelsHarness {
  smtp!: SmtpServer;
  readonly agent = 'a'.repeat(24);
  #sequence = 0;
  #at = Date.now();

  /** Moves with the test alone, however slow the machine is; no two times are the same. */
  override now(): Date {
    this.#at += 1;
    return new Date(this.#at);
  }

  override advance(ms: number): void {
    this.#at += ms;
  }

  override async start({
    smtp,
    ...options
  }: Parameters<ChannelsHarness['start']>[0] & { smtp?: Parameters<typeof startSmtpServer>[0] } = {}) {
    this.smtp ??= await startSmtpServer(smtp);
    const env = { OUTBOUND_ALLOW: '127.0.0.1', MAIL_PORTS: String(this.smtp.port), ...options.env };
    return super.start({ ...options, env });
  }

  override async stop(): Promise<void> {
    await super.stop();
    await this.smtp?.stop();
  }

  /** The mail server of the test, as a mailbox names it. */
  get server() {
    return { type: 'smtp' as const, host: '127.0.0.1', port: this.smtp.port, secure: 'none' as const };
  }

  /** A mailbox that sends, and a request that a customer has opened in it by mail. */
  async thread({
    from = 'vera@customer.example',
    id = `${newId()}@customer.example`,
    ...more
  }: Record<string, unknown> & { from?: string; id?: string } = {}) {
    const mailbox = await this.mailbox({ outbound: this.server, ...more });
    return { ...mailbox, from, ...(await this.open(mailbox, { from, id })) };
  }

  /** A request that a customer opens by mail. */
  async open(
    {
      deliver,
      ledger,
      address,
    }: Pick<Awaited<ReturnType<ChannelsHarness['mailbox']>>, 'deliver' | 'ledger' | 'address'>,
    {
      from = 'vera@customer.example',
      id = `${newId()}@customer.example`,
      ...more
    }: Partial<Parameters<typeof mailOf>[0]> = {},
  ) {
    await deliver(mailOf({ to: address, text: 'Where is my order?', ...more, from, id }));
    const [mail] = (await ledger()).filter(({ message_id }) => message_id === id);
    const requestId = mail?.request_id ?? '';
    const first = {
      _id: mail?.message ?? newId(),
      sender: `email:${from}`,
      senderFullname: from,
      text: 'Where is my order?',
    };
    this.said.set(requestId, [this.#message(first, 1)]);
    return { requestId, firstId: id };
  }

  /** A request that a visitor of the widget has opened, in a project that sends transcripts. */
  async chat(projectId: string, { email, leadId = newId() }: { email?: string; leadId?: string } = {}) {
    const requestId = `support-group-${projectId}-${newId()}`;
    const text = 'Where is my order?';
    this.settings.set(projectId, { mail_transcripts: 'unread' });
    this.leads.set(requestId, { lead_id: leadId, ...(email !== undefined && { email }) });
    this.messages.push({ requestId, sender: leadId, text, channel: { name: 'chat21' }, attributes: { mail: {} } });
    this.said.set(requestId, [this.#message({ sender: leadId, senderFullname: 'Vera', text }, 1)]);
    return { requestId, leadId };
  }

  /** The visitor reads all that was said so far. */
  read(requestId: string): void {
    for (const message of this.said.get(requestId) ?? []) message.status = 300;
  }

  /** Conversations stores a message and announces it. */
  async say(projectId: string, requestId: string, said: Said = {}): Promise<SaidMessage> {
    const { channel = 'email', fromRequester = false, imported, preflight, department, ...more } = said;
    const earlier = this.said.get(requestId) ?? [];
    const message = this.#message(
      { sender: this.agent, senderFullname: 'Ada', ...more },
      (earlier.at(-1)?.seq ?? 0) + 1,
    );
    this.said.set(requestId, [...earlier, message]);
    await this.announce(projectId, requestId, message, { channel, fromRequester, imported, preflight, department });
    return message;
  }

  /** The event of a message, which may come twice. */
  async announce(
    projectId: string,
    requestId: string,
    message: SaidMessage,
    {
      channel = 'email',
      fromRequester = false,
      imported,
      preflight = false,
      department,
    }: Omit<Said, keyof SaidMessage> = {},
  ): Promise<void> {
    const at = this.now().toISOString();
    const record = (id: string) => ({ _id: id, id, __v: 0, id_project: projectId, createdAt: at, updatedAt: at });
    const request = {
      ...{
        ...record(recordIdOf(requestId)),
        request_id: requestId,
        requester_id: 'lead',
        status: 200,
        preflight,
      },
      ...{ draft: false, participants: [], followers: [], hasBot: false, channel: { name: channel } },
      lead: { _id: 'lead', lead_id: 'lead' },
      ...(department !== undefined && { department: { _id: department, hasBot: false } }),
    };
    const stored = {
      ...{ ...record(message._id), createdBy: message.sender, recipient: requestId, attributes: {}, status: 100 },
      ...{ channel: { name: channel }, channel_type: 'group', ...message, ...(imported && { imported }) },
    };
    this.#sequence += 1;
    const event = {
      ...{
        specversion: '1.0',
        id: newId(),
        source: '/parley/conversations',
        type: 'message.created',
        idproject: projectId,
      },
      ...{ subject: `message/${message._id}`, time: at, datacontenttype: 'application/json' },
      ...{ dataschema: 'parley:message.created:1', actor: 'system', aggregateversion: 1, partitionkey: request._id },
      ...{ sequence: String(this.#sequence).padStart(20, '0'), correlationid: newId(), depth: 0 },
      data: { request, message: stored, isFirst: false, fromRequester },
    };
    const text = JSON.stringify(event);
    await this.service.bus.publish([{ id: event.id, projectId, type: event.type, text }], () => undefined);
    await this.service.settled();
  }

  /** Lets the time pass in which further messages join a mail, and waits for what is sent then. */
  async pass(ms = 20_000): Promise<void> {
    this.advance(ms);
    this.service.context.sender.wake();
    await this.service.settled();
  }

  #message(more: Partial<SaidMessage>, seq: number): SaidMessage {
    const id = newId();
    const at = this.now().toISOString();
    return {
      _id: id,
      seq,
      sender: '',
      senderFullname: '',
      text: `Answer ${seq}`,
      type: 'text',
      createdAt: at,
      audience: 'all',
      status: 200,
      ...more,
    };
  }
}
