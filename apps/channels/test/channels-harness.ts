import {
  commonErrors,
  type ImapInbound,
  inboundApi,
  type MailOauth,
  mailboxApi,
  mailHtmlApi,
  mailSetupApi,
  mediaErrors,
  outgoingApi,
  requestErrors,
} from '@parley/contracts';
import { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import {
  ConversationsServiceService,
  type ReportDeliveryRequest,
} from '@parley/proto-gen/conversations/v1/conversations';
import { MediaServiceService } from '@parley/proto-gen/media/v1/media';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import type { EventBus } from '@parley/service-kit/bus';
import { newId } from '@parley/service-kit/call';
import { type Personas, personasOf, sharedByFiles, startTestService, type TestService } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import type { Context } from '../src/context.ts';
import { createMailParser } from '../src/email/mail-parser.ts';
import { mailThread } from '../src/email/mail-thread.ts';
import { startChannels } from '../src/service.ts';
import { createMailVerifier } from '../src/verify/mail-verifier.ts';

const api = { ...mailboxApi, ...inboundApi, ...mailHtmlApi, ...outgoingApi, ...mailSetupApi };
export type Channels = TestService<typeof api, Context>;

/** The thread in which mails are read, which takes longer to start than most tests take. */
const sharedThread = sharedByFiles(async () => {
  const thread = mailThread({ timeoutMs: 20_000, servers: [] });
  const parser = createMailParser(thread);
  const verifier = createMailVerifier(thread, 'parley.example');
  return { parser, verifier, stop: () => thread.stop() };
});

interface HarnessOptions {
  env?: Record<string, string | undefined>;
  bus?: EventBus;
  databaseUrl?: string;
}

/** A message that the stand-in of conversations has stored. */
export interface SentMessage {
  requestId: string;
  sender: string;
  text: string;
  type?: string;
  metadata?: { src: string; name: string; type: string };
  subject?: string;
  departmentid?: string;
  channel: { name: string };
  attributes: { mail: Record<string, unknown> };
}

/** A message as conversations answers it. */
export interface SaidMessage {
  _id: string;
  seq: number;
  sender: string;
  senderFullname: string;
  text: string;
  type: string;
  metadata?: object;
  createdAt: string;
  audience: string;
  status?: number;
}

/** The service on its own database, with a clock that the test advances and the requests that its mails become. */
export class ChannelsHarness {
  service!: Channels;
  /** In the order in which they were stored. */
  readonly messages: SentMessage[] = [];
  /** Messages of the team and others, by `request_id`, oldest first. */
  readonly said = new Map<string, SaidMessage[]>();
  /** Who has opened a chat, by its `request_id`. */
  readonly leads = new Map<string, { lead_id: string; email?: string }>();
  /** What conversations was told of mails. */
  readonly reports: ReportDeliveryRequest[] = [];
  /** `request_id`s that take no more messages. */
  readonly closed = new Set<string>();
  /** Requests that are merged, and into which. */
  readonly merged = new Map<string, string>();
  /** While true, no message can be appended. */
  conversationsIsDown = false;
  /** Called before a message is stored. */
  onAppend: () => Promise<void> | undefined = () => undefined;
  readonly #answers = new Map<string, string>();
  #aheadMs = 0;

  readonly conversations = fakeService(ConversationsServiceService, {
    getRequestFor: async ({ requestId }) => {
      if (!this.messages.some((message) => message.requestId === requestId)) throw requestErrors.request_not_found();
      const { subject, text } = this.messages.find((message) => message.requestId === requestId) ?? {};
      const lead = this.leads.get(requestId);
      const recordJson = JSON.stringify({ ticket_id: '7', subject, first_text: text, ...(lead && { lead }) });
      return { id: recordIdOf(requestId), requestId, status: 200, lastSeq: 1, recordJson };
    },
    listMessages: async ({ requestId, upto, limit }) => {
      if (this.conversationsIsDown) throw commonErrors.dependency_down({ dependency: 'conversations' });
      const upTo = (this.said.get(requestId) ?? []).filter(({ seq }) => seq <= upto);
      return {
        messagesJson: upTo
          .slice(-limit)
          .reverse()
          .map((message) => JSON.stringify(message)),
      };
    },
    reportDelivery: async (report) => {
      if (this.conversationsIsDown) throw commonErrors.dependency_down({ dependency: 'conversations' });
      if (!this.reports.some(({ dedupeKey }) => dedupeKey === report.dedupeKey)) this.reports.push(report);
      return { changed: report.messageIds.length };
    },
    appendMessage: async ({ requestId, messageJson, dedupeKey }) => {
      await this.onAppend();
      if (this.conversationsIsDown) throw commonErrors.dependency_down({ dependency: 'conversations' });
      if (this.closed.has(requestId)) throw requestErrors.request_closed();
      const into = this.merged.get(requestId);
      const { sender } = JSON.parse(messageJson) as SentMessage;
      if (into !== undefined && !sender.startsWith('email:')) throw requestErrors.request_merged({ into });
      const known = this.#answers.get(dedupeKey);
      if (known !== undefined) return { messageJson: known };
      const place = into ?? requestId;
      this.messages.push({ requestId: place, ...(JSON.parse(messageJson) as Omit<SentMessage, 'requestId'>) });
      const answer = JSON.stringify({ _id: newId(), request: { _id: recordIdOf(place), request_id: place } });
      this.#answers.set(dedupeKey, answer);
      return { messageJson: answer };
    },
  });

  /** User ids of teammates, by address. */
  readonly teammates = new Map<string, string>();

  /** By project. */
  readonly settings = new Map<string, object>();

  readonly workspace = fakeService(DirectoryServiceService, {
    findTeammate: async ({ email }) => ({ idUser: this.teammates.get(email) ?? '' }),
    getProject: async ({ idProject }) => {
      const settingsJson = JSON.stringify(this.settings.get(idProject) ?? {});
      return { idProject, name: 'Shop', status: 100, settingsJson, attributesJson: '{}', version: 1 };
    },
  });

  readonly contacts = fakeService(ContactsServiceService, {
    getLeads: async () => ({ leads: [] }),
    ensureLead: async ({ leadId }) => ({ lead: { id: newId(), leadId, status: 100, recordJson: '{}', version: 0 } }),
  });

  /** Files that the stand-in of media has stored, by their key. */
  readonly files = new Map<string, { name: string; content: Buffer }>();
  mediaIsDown = false;
  readonly media = fakeService(MediaServiceService, {
    storeFile: async (file) => this.#storeFile(file),
    storeLargeFile: async (messages) => {
      const contents: Buffer[] = [];
      let named: { name: string; dedupeKey: string } | undefined;
      for await (const message of messages) {
        named ??= message;
        contents.push(Buffer.from(message.content));
      }
      return this.#storeFile({ name: '', dedupeKey: '', ...named, content: Buffer.concat(contents) });
    },
    readFile: async ({ src, maxBytes }) => {
      if (this.mediaIsDown) throw commonErrors.dependency_down({ dependency: 'media' });
      const file = this.sharedFiles.get(src);
      if (!file) throw mediaErrors.file_not_found();
      const { name, type, content } = file;
      const size = content.length;
      const link = `https://files.example/signed/${encodeURIComponent(name)}`;
      return { name, type, size, link, content: size > maxBytes ? Buffer.alloc(0) : content };
    },
  });
  #storeFile({ name, content, dedupeKey }: { name: string; content: Uint8Array; dedupeKey: string }) {
    if (this.mediaIsDown) throw commonErrors.dependency_down({ dependency: 'media' });
    if (name.endsWith('.exe')) throw mediaErrors.file_type_not_allowed();
    this.files.set(dedupeKey, { name, content: Buffer.from(content) });
    const type = /\.(?:png|gif)$/.test(name) ? 'image/png' : 'application/pdf';
    const path = `uploads/users/x/files/${encodeURIComponent(dedupeKey)}/${name}`;
    return { path, type, size: content.length, ...(type === 'image/png' && { width: 20, height: 10 }) };
  }

  /** Files that messages refer to, by their address. */
  readonly sharedFiles = new Map<string, { name: string; type: string; content: Buffer }>();

  async start({ env, ...more }: HarnessOptions = {}): Promise<Channels> {
    this.service = await this.replica({ env, ...more });
    return this.service;
  }

  /** A replica with the clock of this harness. */
  async replica({ env, ...more }: HarnessOptions = {}): Promise<Channels> {
    const { conversations, contacts, workspace, media } = this;
    const fakes = { conversations, contacts, workspace, media };
    const { parser, verifier } = await sharedThread();
    const service = await startTestService(startChannels, {
      api,
      fakes,
      // Copies: tests replace what they say.
      overrides: { parser: { ...parser }, verifier: { ...verifier } },
      env: { LIMIT_MAILS: '100000', LIMIT_SENDER_MAILS: '100000', ...env },
      ...more,
    });
    service.context.clock.now = () => this.now();
    return service;
  }

  async stop(): Promise<void> {
    await this.service?.stop();
  }

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  advance(ms: number): void {
    this.#aheadMs += ms;
  }

  /** A mailbox of a project, with ways to post mail to it and to read its ledger. */
  async mailbox(body: Partial<MailboxBody> = {}, people: Personas = personasOf()) {
    const owner = this.service.as(people.ada);
    const address = body.address ?? `help@${newId()}.example`;
    const made = await owner.createMailbox({ name: 'Shop', inbound: { type: 'webhook' }, ...body, address });
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    const { _id: id, secret = '' } = made.body;
    const post = (mail: string | Buffer | FormData, headers: Record<string, string> = {}) =>
      postMail(this.service, id, mail, { authorization: `Bearer ${secret}`, ...headers });
    /** Posts a mail and waits until it is worked on. */
    const deliver = async (mail: string | Buffer) => {
      const { status } = await post(mail);
      if (status !== 200) throw new Error(`posting a mail answered ${status}`);
      await this.service.settled();
    };
    const ledger = async () => (await owner.listInboundMails({ mailbox_id: id, limit: '200' })).body.mails;
    return { people, owner, id, address, secret, post, deliver, ledger };
  }
}

interface MailboxBody {
  address: string;
  name: string;
  department: string;
  inbound: { type: 'smtp' | 'webhook' | 'none' } | (ImapInbound & { type: 'imap' });
  oauth: MailOauth;
  on_dmarc_fail: 'reject' | 'mark';
  spam_score: number;
  enabled: boolean;
  aliases: string[];
  [more: string]: unknown;
}

export function recordIdOf(requestId: string): string {
  return Buffer.from(requestId).toString('hex').slice(-24);
}

/** Posts a raw mail as a provider does. */
export function postMail(
  service: Pick<Channels, 'as'>,
  mailboxId: string,
  mail: string | Buffer | FormData,
  headers: Record<string, string>,
) {
  const type: Record<string, string> = mail instanceof FormData ? {} : { 'content-type': 'message/rfc822' };
  const call = { body: mail, headers: { ...type, ...headers } };
  return service.as({ kind: 'none', id: '' }).receiveMail({ mailbox_id: mailboxId }, call);
}

interface MailParts {
  from: string;
  to: string;
  text: string;
  id?: string;
  cc?: string;
  subject?: string;
  headers?: Record<string, string>;
}

/** A mail as a client sends it. */
export function mailOf({
  from,
  to,
  text,
  id = `${newId()}@client.example`,
  cc,
  subject = 'Order',
  headers = {},
}: MailParts): string {
  const lines = { From: from, To: to, ...(cc && { Cc: cc }), Subject: subject, 'Message-ID': `<${id}>`, ...headers };
  const head = Object.entries({ ...lines, 'MIME-Version': '1.0', 'Content-Type': 'text/plain; charset=utf-8' });
  return `${head.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${text}\r\n`;
}
