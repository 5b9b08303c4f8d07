import { createHash } from 'node:crypto';

import type { ArchiveWriter } from '@parley/service-kit/archive';

import type { Conversion } from './conversion.ts';
import { type Said, type SaidMail, senderOf } from './message.ts';

/** Where mail came in: disabled, until an admin enters how it is read here. @returns addresses by id */
export async function convertMailboxes(conversion: Conversion): Promise<ReadonlyMap<string, string>> {
  const mailboxes = new Map<string, string>();
  for await (const row of conversion.rows('mailboxes')) {
    const { source } = row;
    const address = source.text('address')?.toLowerCase();
    const name = source.text('name') ?? address;
    if (await row.store('mailbox', { ...source.stored(), address, name, inbound: 'none', enabled: false }))
      mailboxes.set(source.id, address ?? '');
  }
  return mailboxes;
}

interface HeldByMail {
  record: Record<string, unknown> & { _id: string; requester: string; createdAt: string };
  mailbox: string;
  /** Of the lead. */
  email?: string | undefined;
  messages: readonly Said[];
}

/** What an answer is matched by after the move: without these rows every thread would split. */
export async function writeMails(writer: ArchiveWriter, held: HeldByMail): Promise<void> {
  const { record, mailbox, email, messages } = held;
  const requestId = String(record.request_id);
  const mails = messages.flatMap((said, place) => (said.mail ? [{ said, mail: said.mail, seq: place + 1 }] : []));
  const own = { mailbox, request_id: requestId, request: record._id };
  const known = new Set<string>();
  for (const { said, mail, seq } of mails) {
    // The same mail twice is one row of the ledger.
    if (known.has(mail.message_id)) continue;
    known.add(mail.message_id);
    const isIn = senderOf(said, record.requester) === record.requester;
    const row = isIn ? incoming(said, mail) : outgoing(said, mail, { seq, email });
    await writer.write(isIn ? 'mail' : 'outgoing_mail', [JSON.stringify({ ...own, ...row })]);
  }
  if (email === undefined) return;
  const parties = [...new Set([email, ...mails.flatMap(({ mail }) => [mail.from ?? email, ...mail.to, ...mail.cc])])];
  const cc = [...new Set(mails.at(-1)?.mail.cc ?? [])].slice(0, maxCopies);
  const thread = { request_id: requestId, mailbox, requester: email, cc, createdAt: record.createdAt };
  await writer.write('thread', [JSON.stringify({ ...thread, parties: parties.sort().slice(0, maxParties) })]);
}

const maxParties = 200;
const maxCopies = 20;

function incoming({ _id, createdAt }: Said, { message_id, from, subject }: SaidMail) {
  const knownBy = createHash('sha256').update(message_id).digest('hex');
  return {
    ...{
      _id: idOf(_id, 'mail'),
      known_by: knownBy,
      via: 'imap',
      message_id,
      size: 0,
      sha256: knownBy,
      state: 'routed',
    },
    ...{ from, subject, message: _id, createdAt, routedAt: createdAt },
  };
}

function outgoing(said: Said, mail: SaidMail, { seq, email }: { seq: number; email: string | undefined }) {
  const { _id, createdAt, sender } = said;
  return {
    ...{
      _id: idOf(_id, 'outgoing'),
      kind: 'answer',
      author: sender,
      recipient: email ?? mail.to[0] ?? '',
      cc: mail.cc,
    },
    ...{ message_id: mail.message_id, state: 'sent', messages: [{ message: _id, seq }], createdAt },
    ...{ endedAt: createdAt, _giveUpAt: createdAt },
  };
}

/** Of the same second. */
function idOf(messageId: string, what: string): string {
  return messageId.slice(0, 8) + createHash('sha256').update(`${what} ${messageId}`).digest('hex').slice(0, 16);
}
