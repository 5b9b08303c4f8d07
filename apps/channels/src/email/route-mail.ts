import { AppError, type InboundReason } from '@parley/contracts';
import { type Task, TaskContinuation } from '@parley/service-kit/tasks';

import { type KeptAttachments, keepAttachments } from '../attachment/keep-attachments.ts';
import type { Context } from '../context.ts';
import type { KnownMail } from '../inbound/inbound.repository.ts';
import { headersAlone, type InboundMail } from '../inbound/inbound-mail.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { leadIdOf } from '../thread/lead-id.ts';
import { belongsTo, type Thread } from '../thread/thread.ts';
import { isForged, type MailAuth } from '../verify/mail-auth.ts';
import { attachmentMessagesOf, messageOf } from './message-of.ts';
import type { MailPerson, ParsedMail } from './parsed-mail.ts';
import { UnreadableMail, unlessUnreadable } from './worker-thread.ts';

/** About a day, with the waits of `routeBackoffMs`. */
export const maxAttempts = 23;
/** A mail waits so often for the one that it answers, while that is being worked on. */
const maxWaits = 240;
const waitMs = 250;

interface Payload {
  id: string;
  /** How often it has waited. */
  waits?: number;
}

type StoredMail = InboundMail & { bytes: Buffer };

/** Makes a message of a stored mail. May be repeated: the message is appended once. */
export async function routeMail(context: Context, task: Task): Promise<TaskContinuation | undefined> {
  const { projectId, attempt } = task;
  const { id, waits = 0 } = task.payload as Payload;
  const mail = await context.inbound.findWithBytes(projectId, id);
  // Erased with its person or its mailbox, or done by an attempt that died after it.
  if (!mail?.bytes || mail.state !== 'stored') return undefined;
  try {
    const isDone = await work(context, { ...mail, bytes: mail.bytes }, waits < maxWaits);
    return isDone ? undefined : new TaskContinuation({ id, waits: waits + 1 }, waitMs);
  } catch (error) {
    const isLast = attempt >= maxAttempts;
    await context.inbound.fail(projectId, id, error instanceof AppError ? error.code : 'internal', isLast);
    if (!isLast) throw error;
    context.log.warn({ err: error, projectId, mailId: id }, 'a mail was given up');
    context.counts.worked('failed', waitedMs(context, mail));
    return undefined;
  }
}

/** @returns false when the mail has to wait for one that it answers */
async function work(context: Context, mail: StoredMail, mayWait: boolean): Promise<boolean> {
  const { projectId, id } = mail;
  const mailbox = await findMailbox(context, mail);
  const { parsed, unreadable } = await parse(context, mail);
  const { from } = parsed;
  const finish = async (state: 'ignored' | 'rejected', why: InboundReason) => {
    const about = { from: from?.address ?? null, subject: parsed.subject, at: context.clock.now() };
    await context.inbound.finish(projectId, id, { state, why, ...about });
    context.counts.worked(state, waitedMs(context, mail));
    return true;
  };
  if (!mailbox?.enabled) return finish('ignored', 'mailbox_disabled');
  if (!from) return finish('rejected', 'no_sender');

  const people = [from, ...parsed.to, ...parsed.cc].map(({ address }) => address);
  const own = await context.mailboxes.ownAmong(projectId, people);
  // Our own mail, which came back: it would answer itself without end.
  if (own.has(from.address)) return finish('ignored', 'own_address');

  const auth = await context.verifier.verify(mail.bytes, originOf(mail));
  const rejection = mail.isAccepted ? undefined : rejectionOf(mailbox, parsed, auth);
  if (rejection) return finish('rejected', rejection);

  const answered = await findAnswered(context, mail, parsed.answers);
  if (answered === 'waiting' && mayWait) return false;
  const thread = answered === 'waiting' ? undefined : answered;
  const parties = people.filter((address) => !own.has(address));
  const attachments = await keepAttachments(context, mail, parsed);
  await deliver(context, { mail, mailbox, parsed, from, parties, unreadable, auth, attachments }, thread);
  return true;
}

/** Who has brought it, if it came by SMTP. */
function originOf({ remoteIp, helo, envelopeFrom }: StoredMail) {
  return remoteIp === null ? {} : { ip: remoteIp, ...(helo && { helo }), sender: envelopeFrom ?? '' };
}

function rejectionOf(
  { onDmarcFail, spamScore }: Mailbox,
  { spam }: ParsedMail,
  auth: MailAuth,
): 'dmarc' | 'spam' | undefined {
  if (isForged(auth) && onDmarcFail === 'reject') return 'dmarc';
  const isAbove = spamScore !== null && spam.score !== null && spam.score >= spamScore;
  return spam.isFlagged || isAbove ? 'spam' : undefined;
}

async function findMailbox({ mailboxes }: Context, { projectId, mailboxId }: StoredMail): Promise<Mailbox | undefined> {
  return (await mailboxes.list(projectId)).find(({ id }) => id === mailboxId);
}

/** A mail that cannot be parsed still becomes a message: from its headers alone, or at least from the envelope sender. */
async function parse(
  { parser, log }: Context,
  { bytes, projectId, id, envelopeFrom }: StoredMail,
): Promise<{ parsed: ParsedMail; unreadable?: string }> {
  try {
    return { parsed: await parser.parse(bytes) };
  } catch (error) {
    if (!(error instanceof UnreadableMail)) throw error;
    const { reason: unreadable } = error;
    log.warn({ reason: unreadable, projectId, mailId: id }, 'a mail could not be read');
    const headers = await parser.parse(headersAlone(bytes)).catch(unlessUnreadable);
    if (headers) return { parsed: headers, unreadable };
    const from = envelopeFrom ? { address: envelopeFrom, name: '' } : null;
    const nothing = { to: [], cc: [], answers: [], subject: '', date: null, text: '', fullText: '', attachments: [] };
    const flags = { hasHtml: false, isSealed: false, spam: { isFlagged: false, score: null } };
    return { parsed: { from, ...nothing, ...flags }, unreadable };
  }
}

/**
 * The thread of the first mail that this one answers and that has a request; `waiting` while an earlier one is still to be worked on.
 */
async function findAnswered(
  { inbound, threads }: Context,
  mail: StoredMail,
  answers: readonly string[],
): Promise<Thread | 'waiting' | undefined> {
  if (answers.length === 0) return undefined;
  const known = await inbound.findKnown(mail.projectId, answers);
  if (known.some((one) => isWorkedOn(one, mail))) return 'waiting';
  for (const messageId of answers) {
    const requestId = known.find((one) => one.messageId === messageId && one.requestId !== null)?.requestId;
    if (requestId) return threads.find(mail.projectId, requestId);
  }
  return undefined;
}

/** Only those that came before: two mails that name each other must not wait for each other. */
function isWorkedOn({ id, state, createdAt }: KnownMail, mail: StoredMail): boolean {
  const isBefore = createdAt < mail.createdAt || (createdAt.getTime() === mail.createdAt.getTime() && id < mail.id);
  return state === 'stored' && isBefore;
}

interface Delivery {
  mail: StoredMail;
  mailbox: Mailbox;
  parsed: ParsedMail;
  from: MailPerson;
  /** All whom the mail names, without our own addresses; in the form in which they are compared. */
  parties: readonly string[];
  unreadable: string | undefined;
  auth: MailAuth;
  attachments: KeptAttachments;
}

/** Appends the message to the request of the thread, or to a new one. */
async function deliver(context: Context, delivery: Delivery, thread: Thread | undefined): Promise<void> {
  const { mail, mailbox, from, parties } = delivery;
  const { projectId } = mail;
  await context.contacts.ensureLead(projectId, {
    leadId: leadIdOf(from.address),
    fullname: from.name || from.address,
    email: from.address,
  });
  const isTheirs = thread && belongsTo(thread, { sender: from.address, recipients: parties });
  const isThere = isTheirs && (await context.conversations.exists(projectId, mailbox.id, thread.requestId));
  if (isThere) {
    const isAppended = await append(context, delivery, thread.requestId, {}, thread.requester);
    if (isAppended) return;
  }
  const link = thread && (isThere ? { previous: thread.requestId } : isTheirs ? {} : { related: thread.requestId });
  const isNew = await append(context, delivery, newRequestId(context, mail), link ?? {}, from.address);
  if (!isNew) throw new Error('A new request was closed before its first message.');
}

/** @returns false when the request is closed for good */
async function append(
  context: Context,
  { mail, mailbox, parsed, from, parties, unreadable, auth, attachments }: Delivery,
  requestId: string,
  links: { related?: string; previous?: string },
  requester: string,
): Promise<boolean> {
  const { projectId, id, messageId } = mail;
  const about = { mailId: id, messageId, sender: leadIdOf(from.address), department: mailbox.department };
  const message = messageOf(
    parsed,
    { ...about, auth, refused: attachments.refused },
    { ...links, ...(unreadable && { unreadable }) },
  );
  const call = { projectId, mailboxId: mailbox.id, requestId };
  const key = `mail ${id} ${requestId}`;
  const appended = await context.conversations.append({ ...call, message, key }).catch(unlessClosed);
  if (!appended) return false;
  const files = attachmentMessagesOf(attachments.files, about, context.publicUrl);
  for (const [nth, file] of files.entries())
    await context.conversations.append({ ...call, message: file, key: `${key} ${nth}` }).catch(unlessClosed);

  const at = context.clock.now();
  await context.db.transaction(async () => {
    await context.threads.join(projectId, mailbox.id, { requestId, requester, parties: [...parties] }, at);
    await context.inbound.finish(projectId, id, {
      ...{ state: 'routed', at, from: from.address, subject: parsed.subject },
      ...{ requestId, requestRecordId: appended.requestRecordId, messageRecordId: appended.messageId },
      images: Object.fromEntries(attachments.files.flatMap(({ cid, path }) => (cid ? [[cid, path]] : []))),
    });
  });
  context.counts.worked('routed', waitedMs(context, mail));
  return true;
}

/** @throws any other error */
function unlessClosed(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'request_closed')) throw error;
}

/** The same for the same mail, whichever way it came, and not to be guessed. */
function newRequestId({ secrets }: Context, { projectId, mailboxId, knownBy }: StoredMail): string {
  return `support-group-${projectId}-${secrets.fingerprint('mail\n', mailboxId, '\n', knownBy)}`;
}

function waitedMs({ clock }: Context, { createdAt }: Pick<InboundMail, 'createdAt'>): number {
  return clock.now().getTime() - createdAt.getTime();
}
