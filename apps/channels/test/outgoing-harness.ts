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
    const request = this.#request(projectId, requestId, at);
    const stored = {
      ...{ ...recordOf(projectId, message._id, at), createdBy: message.sender, recipient: requestId, attributes: {} },
      ...{ status: 100, channel: { name: channel }, channel_type: 'group', ...message, ...(imported && { imported }) },
    };
    const about = { ...request, preflight, channel: { name: channel } };
    const routed = department !== undefined && { department: { _id: department, hasBot: false } };
    const data = { request: { ...about, ...routed }, message: stored, isFirst: false, fromRequester };
    await this.#publish(projectId, 'message.created', {
      subject: `message/${message._id}`,
      key: request._id,
      data,
      at,
    });
  }

  /** A request is merged into another one, in which it goes on; without one, it no longer is. */
  async merge(projectId: string, requestId: string, into?: string): Promise<void> {
    const at = this.now().toISOString();
    const request = this.#request(projectId, requestId, at);
    const target = into ?? this.merged.get(requestId) ?? '';
    if (into === undefined) this.merged.delete(requestId);
    else this.merged.set(requestId, into);
    const data = { request, into: { request_id: target, ticket_id: '8' } };
    const type = into === undefined ? 'request.unmerged' : 'request.merged';
    await this.#publish(projectId, type, { subject: `request/${request._id}`, key: request._id, data, at });
  }

  #request(projectId: string, requestId: string, at: string) {
    return {
      ...{
        ...recordOf(projectId, recordIdOf(requestId), at),
        request_id: requestId,
        requester_id: 'lead',
        status: 200,
      },
      ...{ preflight: false, draft: false, participants: [], followers: [], hasBot: false, channel: { name: 'email' } },
      lead: { _id: 'lead', lead_id: 'lead' },
      ...{ createdBy: 'system', ticket_id: '7', participantsAgents: [], participantsBots: [], participatingAgents: [] },
      ...{ participatingBots: [], channelOutbound: { name: 'email' }, priority: 'medium', smartAssignment: true },
      ...{ contact: {}, tags: [], snapshot: {} },
    };
  }

  async #publish(
    projectId: string,
    type: string,
    { subject, key, data, at }: { subject: string; key: string; data: object; at: string },
  ): Promise<void> {
    this.#sequence += 1;
    const event = {
      ...{ specversion: '1.0', id: newId(), source: '/parley/conversations', type, idproject: projectId, subject },
      ...{ time: at, datacontenttype: 'application/json', dataschema: `parley:${type}:1`, actor: 'system' },
      ...{ aggregateversion: 1, partitionkey: key, sequence: String(this.#sequence).padStart(20, '0') },
      ...{ correlationid: newId(), depth: 0, data },
    };
    const text = JSON.stringify(event);
    await this.service.bus.publish([{ id: event.id, projectId, type, text }], () => undefined);
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

function recordOf(projectId: string, id: string, at: string) {
  return { _id: id, id, __v: 0, id_project: projectId, createdAt: at, updatedAt: at };
}
