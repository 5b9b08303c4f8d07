import { createHash } from 'node:crypto';

import type { InboundReason, InboundState, InboundView, RequestMailView } from '@parley/contracts';

/** One mail that came in, without its bytes. */
export interface InboundMail {
  projectId: string;
  id: string;
  mailboxId: string;
  knownBy: string;
  via: InboundView['via'];
  messageId: string | null;
  envelopeFrom: string | null;
  envelopeTo: readonly string[];
  /** Of the server that brought it by SMTP. */
  remoteIp: string | null;
  helo: string | null;
  size: number;
  sha256: string;
  state: InboundState;
  why: InboundReason | null;
  error: string | null;
  attempts: number;
  retries: number;
  fromAddress: string | null;
  subject: string | null;
  requestId: string | null;
  messageRecordId: string | null;
  /** Paths of inline images by their Content-ID. */
  images: Readonly<Record<string, string>> | null;
  /** An admin has accepted what was rejected. */
  isAccepted: boolean;
  createdAt: Date;
  routedAt: Date | null;
}

/** A mail that is stored with its bytes. */
export interface StoredMail extends InboundMail {
  /** Its first bytes: all that is read of headers and of reports. */
  head: Buffer;
  /** All of its bytes in pieces, read again by each call. @throws inbound_not_found when they are removed meanwhile */
  bytes(): AsyncIterable<Buffer>;
}

/** A mail that is left on its server: it is too large, or cannot be read there. */
export type UnreadMail = { size: number } & (
  | { state: 'rejected'; why: InboundReason }
  | { state: 'failed'; error: string }
);

/** How a mail is recognised when it comes again. */
interface MailIdentity {
  /** Without angle brackets; null when it has none. */
  messageId: string | null;
  /** Dedupe key within its mailbox. */
  knownBy: string;
  sha256: string;
}

/** A mail that has arrived: its bytes, or the id of the pieces in the database that they consist of. */
export type ArrivedMail = MailIdentity & { size: number } & ({ bytes: Buffer } | { pieces: string });

/** Where the headers of a mail may end at most; beyond that they are searched no further. */
const maxHeaderBytes = 262_144;
const maxMessageIdLength = 998;

/**
 * Reads the identity of a mail from its bytes as they come. Servers add header lines on the way, so a mail is known by its Message-ID
 * and its body; without a Message-ID, by all of its bytes.
 */
export class MailIdentifier {
  readonly #whole = createHash('sha256');
  readonly #body = createHash('sha256');
  #headers: Buffer = Buffer.alloc(0);
  #headerBytes = 0;
  /** The end of the headers may begin in what came before. */
  #last: Buffer = Buffer.alloc(0);
  #isBody = false;

  update(bytes: Buffer): void {
    this.#whole.update(bytes);
    if (this.#isBody) return void this.#body.update(bytes);
    const seen = Buffer.concat([this.#last, bytes]);
    const end = endOfHeaders(seen);
    if (this.#headers.length < maxHeaderBytes)
      this.#headers = Buffer.concat([this.#headers, bytes.subarray(0, maxHeaderBytes)]);
    this.#headerBytes += (end?.at ?? seen.length) - this.#last.length;
    this.#last = seen.subarray(-3);
    if (!end) return;
    this.#isBody = true;
    this.#body.update(seen.subarray(end.at + end.length));
  }

  finish(): MailIdentity {
    const sha256 = this.#whole.digest('hex');
    const end = Math.min(this.#headerBytes, maxHeaderBytes);
    const messageId = messageIdIn(this.#headers.subarray(0, end).toString('latin1'));
    const knownBy = messageId === null ? sha256 : digestOf(`${messageId}\n`, this.#body.digest('hex'));
    return { messageId, sha256, knownBy };
  }
}

/** The empty line behind the headers, with the end of the line before it. */
function endOfHeaders(bytes: Buffer): { at: number; length: number } | undefined {
  const ends = ['\r\n\r\n', '\n\n'].map((end) => ({ at: bytes.indexOf(end), length: end.length }));
  const [first] = ends.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at);
  return first;
}

/** The header lines of a mail. @param head its first bytes */
export function headerTextOf(head: Buffer): string {
  const end = endOfHeaders(head)?.at ?? head.length;
  return head.subarray(0, Math.min(end, maxHeaderBytes)).toString('latin1');
}

/** The mail without its body, and without what says of which parts that consists: what is left of a mail that cannot be parsed. */
export function headersAlone(head: Buffer): Buffer {
  const headers = headerTextOf(head);
  const ofBody = /^content-[^\n]*(?:\n[ \t][^\n]*)*\n?/gim;
  return Buffer.from(`${headers.replace(ofBody, '')}\r\n\r\n`, 'latin1');
}

function messageIdIn(headers: string): string | null {
  const unfolded = headers.replace(/\r?\n[ \t]+/g, ' ');
  const [, value = ''] = /^message-id:([^\r\n]*)$/im.exec(unfolded) ?? [];
  const id = value.replace(/[<>\s\0]/g, '');
  return id === '' ? null : id.slice(0, maxMessageIdLength);
}

export function digestOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** The view for admins. */
export function viewOf(mail: InboundMail & { hasRaw: boolean }): InboundView {
  const { id, projectId, mailboxId, state, why, error, attempts, via, messageId, fromAddress, subject } = mail;
  return {
    ...{ _id: id, id, id_project: projectId, mailbox: mailboxId, state },
    ...(why && { why }),
    ...(error && { error }),
    ...{ attempts, via },
    ...(messageId && { message_id: messageId }),
    ...(fromAddress && { from: fromAddress }),
    to: [...mail.envelopeTo],
    ...(subject && { subject }),
    ...{ size: mail.size, sha256: mail.sha256, has_raw: mail.hasRaw },
    ...(mail.requestId && { request_id: mail.requestId }),
    ...(mail.messageRecordId && { message: mail.messageRecordId }),
    createdAt: mail.createdAt.toISOString(),
    ...(mail.routedAt && { routedAt: mail.routedAt.toISOString() }),
  };
}

/** The view beside mails that went out. */
export function requestMailOf(mail: InboundMail): RequestMailView {
  const { id, mailboxId, state, messageRecordId, messageId, fromAddress, envelopeTo, subject } = mail;
  return {
    ...{ _id: id, id, direction: 'in', mailbox: mailboxId, state },
    messages: messageRecordId === null ? [] : [messageRecordId],
    ...(messageId && { message_id: messageId }),
    ...(fromAddress && { from: fromAddress }),
    to: [...envelopeTo],
    ...(subject && { subject }),
    createdAt: mail.createdAt.toISOString(),
  };
}
