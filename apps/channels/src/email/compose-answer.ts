import { domainToASCII } from 'node:url';

import type { OutgoingMail as Composed } from '@parley/outbound/mail';

import { outgoingFiles } from '../attachment/outgoing-files.ts';
import type { CarriedMessage } from '../clients/conversations.client.ts';
import type { Context } from '../context.ts';
import { domainOf } from '../mailbox/dns-records.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { outgoingOf } from '../mailbox/outgoing.ts';
import type { ClaimedMail } from '../outbound/outgoing.repository.ts';
import { replyAddressOf } from '../thread/reply-token.ts';
import { compose } from './compose.ts';

/** Newest messages that are read: those of the mail, and before them those that it quotes. */
const readAtOnce = 60;

/** Reads what a mail says and makes it. @returns undefined when there is nothing left that may leave */
export async function composeAnswer(
  context: Context,
  mailbox: Mailbox,
  mail: ClaimedMail,
): Promise<Composed | undefined> {
  const { conversations, inbound, media, outgoing, secrets, threads } = context;
  const { projectId, requestId, kind } = mail;
  const settings = outgoingOf(mailbox);
  const record = await conversations.find(projectId, mailbox.id, requestId);
  if (!record) return undefined;

  const upto = mail.lastSeq ?? record.lastSeq;
  const read = await conversations.messages(projectId, mailbox.id, { requestId, upto, limit: readAtOnce });
  // Frozen when each was stored; asked again here, so that nothing else can leave whatever the ledger says.
  const visible = read.filter(({ audience, type }) => audience === 'all' && type !== 'frame');
  const own = visible.filter(({ _id }) => mail.messages.includes(_id)).reverse();
  const isAutoReply = kind === 'auto_reply';
  if (isAutoReply ? settings.autoReply.text === '' : own.length === 0) return undefined;

  const earlier = visible.filter(({ seq }) => seq < (own[0]?.seq ?? upto + 1));
  // The requester may know the conversation by a mail of a request that was merged into this one.
  const merged = await threads.mergedInto(projectId, requestId);
  const [came, went, files] = await Promise.all([
    inbound.messageIdsOf(projectId, [record.id, ...merged.map(({ recordId }) => recordId)]),
    outgoing.messageIdsOf(projectId, [requestId, ...merged.map((one) => one.requestId)]),
    outgoingFiles(media, projectId, own),
  ]);
  const named = [...came, ...went].sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  const place = { projectId, mailboxId: mailbox.id, requestId };
  const replyTo = settings.plusAddressing ? replyAddressOf(secrets, place, mailbox.address) : mailbox.address;
  const composed = compose({
    id: mail.id,
    messageId: mail.messageId,
    from: { address: mailbox.address, name: senderNameOf(mailbox, own) },
    ...{ replyTo, to: mail.recipient, cc: mail.cc.filter((address) => address !== mail.recipient) },
    subject: record.subject || record.firstText,
    ...(settings.subjectNumber && { number: record.ticketId }),
    isAnswer: came.length > 0,
    isAutomatic: isAutoReply || own.every(({ sender }) => sender === 'system' || sender.startsWith('bot_')),
    texts: isAutoReply
      ? [{ text: settings.autoReply.text }]
      : own.map(({ _id, text }) => ({ text, file: files.get(_id) })),
    signature: settings.signature,
    quoted: isAutoReply ? [] : earlier.map(quoteOf),
    ...{ answers: came.at(-1)?.messageId, references: named.map(({ messageId }) => messageId) },
    loop: loopMarkOf(context),
  });
  return { ...composed, ...signatureOf(context, mailbox) };
}

/** With which the mail is signed, if the mailbox has a key. */
function signatureOf({ secrets }: Context, { id, address, outgoing }: Mailbox): Pick<Composed, 'dkim'> {
  const key = outgoing?.dkim;
  if (!key) return {};
  const domainName = domainToASCII(domainOf(address));
  return { dkim: { domainName, keySelector: key.selector, privateKey: secrets.open(key.privateKey, id) } };
}

/** What a mail of this installation carries: one that comes back is never answered automatically. */
export function loopMarkOf({ secrets }: Pick<Context, 'secrets'>): string {
  return secrets.fingerprint('mail loop').slice(0, 22);
}

function senderNameOf(mailbox: Mailbox, own: readonly CarriedMessage[]): string {
  const [first] = own;
  const isOfAgent = outgoingOf(mailbox).senderName === 'agent' && first && first.sender !== 'system';
  return isOfAgent ? `${first.senderFullname} · ${mailbox.name}` : mailbox.name;
}

function quoteOf({ text, senderFullname, createdAt }: CarriedMessage) {
  return { text, author: senderFullname, at: createdAt };
}
