import { AppError, type InboundReason } from '@parley/contracts';
import { type Task, TaskContinuation } from '@parley/service-kit/tasks';

import { type KeptAttachments, keepAttachments } from '../attachment/keep-attachments.ts';
import { type MailSigns, signsOf } from '../bounce/signs.ts';
import { takeReport } from '../bounce/take-report.ts';
import type { Context } from '../context.ts';
import { headersAlone, type InboundMail, type StoredMail } from '../inbound/inbound-mail.ts';
import { withoutTag } from '../mailbox/mail-address.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { outgoingOf } from '../mailbox/outgoing.ts';
import { queueAutoReply } from '../outbound/queue-auto-reply.ts';
import { findAnswered } from '../thread/find-answered.ts';
import { leadIdOf } from '../thread/lead-id.ts';
import { belongsTo, type Thread } from '../thread/thread.ts';
import { isForged, type MailAuth } from '../verify/mail-auth.ts';
import { loopMarkOf } from './compose-answer.ts';
import { attachmentMessagesOf, messageOf } from './message-of.ts';
import type { MailPerson, ParsedMail } from './parsed-mail.ts';
import { UnreadableMail, unlessUnreadable } from './worker-thread.ts';

/** About a day, with the waits of `routeBackoffMs`. */
export const maxAttempts = 23;
/** A mail waits so often for the one that it answers, while that is being worked on. */
const maxWaits = 240;
const waitMs = 250;
const maxCopied = 50;

interface Payload {
  id: string;
  /** How often it has waited. */
  waits?: number;
}

/** Makes a message of a stored mail. May be repeated: the message is appended once. */
export async function routeMail(context: Context, task: Task): Promise<TaskContinuation | undefined> {
  const { projectId, attempt } = task;
  const { id, waits = 0 } = task.payload as Payload;
  const mail = await context.inbound.findStored(projectId, id);
  // Erased with its person or its mailbox, or done by an attempt that died after it.
  if (mail?.state !== 'stored') return undefined;
  try {
    const isDone = await work(context, mail, waits < maxWaits);
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
  const own = await context.mailboxes.ownAmong(projectId, [...people, ...people.map(withoutTag)]);
  const isOwn = (address: string) => own.has(address) || own.has(withoutTag(address));
  // Our own mail, which came back: it would answer itself without end.
  if (isOwn(from.address)) return finish('ignored', 'own_address');

  const answered = await findAnswered(context, mail, { recipients: people.slice(1), answers: parsed.answers });
  if (answered === 'waiting' && mayWait) return false;
  const thread = answered === 'waiting' ? undefined : answered;
  const signs = signsOf(mail, loopMarkOf(context));
  if (signs.isReport) {
    await takeReport(context, mail, thread);
    return finish('ignored', 'bounce');
  }
  if (signs.isAutomatic && !thread && !outgoingOf(mailbox).acceptAutomatic) return finish('ignored', 'automatic');
  if (await isTooMany(context, mail, from.address)) return finish('rejected', 'rate');
  const auth = await context.verifier.verify(mail.bytes(), originOf(mail));
  const rejection = mail.isAccepted ? undefined : rejectionOf(mailbox, parsed, auth);
  if (rejection) return finish('rejected', rejection);

  const parties = people.filter((address) => !isOwn(address));
  const attachments = await keepAttachments(context, mail, parsed);
  const delivery = { mail, mailbox, parsed, from, parties, unreadable, signs, auth, attachments };
  return (await deliver(context, delivery, thread)) ? true : finish('ignored', 'automatic');
}

/** A machine that answers every mail, or one that floods. Source: contract 26 section 4. */
async function isTooMany({ inbound, config, log }: Context, mail: StoredMail, from: string): Promise<boolean> {
  const since = new Date(mail.createdAt.getTime() - 600_000);
  const count = await inbound.countFrom(mail.projectId, mail.mailboxId, from, since);
  if (count === config.LIMIT_SENDER_MAILS)
    log.warn({ projectId: mail.projectId, mailboxId: mail.mailboxId }, 'a sender writes more mails than one may');
  return count >= config.LIMIT_SENDER_MAILS;
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
  { head, bytes, projectId, id, envelopeFrom }: StoredMail,
): Promise<{ parsed: ParsedMail; unreadable?: string }> {
  try {
    return { parsed: await parser.parse(bytes()) };
  } catch (error) {
    if (!(error instanceof UnreadableMail)) throw error;
    const { reason: unreadable } = error;
    log.warn({ reason: unreadable, projectId, mailId: id }, 'a mail could not be read');
    const headers = await parser.parse([headersAlone(head)]).catch(unlessUnreadable);
    if (headers) return { parsed: headers, unreadable };
    const from = envelopeFrom ? { address: envelopeFrom, name: '' } : null;
    const nothing = { to: [], cc: [], answers: [], subject: '', date: null, text: '', fullText: '', attachments: [] };
    const flags = { hasHtml: false, isSealed: false, spam: { isFlagged: false, score: null } };
    return { parsed: { from, ...nothing, ...flags }, unreadable };
  }
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
  signs: MailSigns;
}

/**
 * Appends the message to the request of the thread, or to a new one.
 * @returns false for automatic mail that belongs to no request
 */
async function deliver(context: Context, delivery: Delivery, thread: Thread | undefined): Promise<boolean> {
  const { mail, mailbox, from, parties, signs } = delivery;
  const { projectId } = mail;
  if (thread && !signs.isAutomatic) {
    const teammate = await context.workspace.findTeammate(projectId, from.address);
    if (teammate) return deliverOfTeam(context, delivery, thread, teammate);
  }
  const visitor = thread && visitorOf(delivery, thread);
  const person = { leadId: leadIdOf(from.address), fullname: from.name || from.address, email: from.address };
  if (visitor === undefined) await context.contacts.ensureLead(projectId, person);
  const isTheirs = thread && belongsTo(thread, { sender: from.address, recipients: parties });
  const isThere = isTheirs && (await context.conversations.exists(projectId, mailbox.id, thread.requestId));
  if (isThere) {
    const as = { ...(signs.isAutomatic && { isPrivate: true }), ...visitor };
    const isAppended = await append(context, delivery, thread.requestId, {}, thread, as);
    if (isAppended) return true;
  }
  if (signs.isAutomatic && !outgoingOf(mailbox).acceptAutomatic) return false;
  if (visitor !== undefined) await context.contacts.ensureLead(projectId, person);
  const link = thread && (isThere ? { previous: thread.requestId } : isTheirs ? {} : { related: thread.requestId });
  const isNew = await append(context, delivery, newRequestId(context, mail), link ?? {}, {
    requester: from.address,
    leadId: null,
  });
  if (!isNew) throw new Error('A new request was closed before its first message.');
  return true;
}

/** The visitor of a chat that continues by mail; only a verified mail counts as theirs. */
function visitorOf({ from, auth }: Delivery, { requester, leadId }: Thread): { sender: string } | undefined {
  return leadId !== null && from.address === requester && auth.aligned ? { sender: leadId } : undefined;
}

/** A teammate answers from their own mailbox: the team's answer, unless the sender cannot be verified as a teammate. */
async function deliverOfTeam(context: Context, delivery: Delivery, thread: Thread, teammate: string): Promise<boolean> {
  const { aligned: isVerified } = delivery.auth;
  const as = isVerified ? { sender: teammate } : { isPrivate: true, isUnverified: true };
  if (!isVerified) {
    const { address, name } = delivery.from;
    const lead = { leadId: leadIdOf(address), fullname: name || address, email: address };
    await context.contacts.ensureLead(delivery.mail.projectId, lead);
  }
  return append(context, delivery, thread.requestId, {}, thread, as);
}

/** @returns false when the request is closed for good */
async function append(
  context: Context,
  { mail, mailbox, parsed, from, parties, unreadable, signs, auth, attachments }: Delivery,
  requestId: string,
  links: { related?: string; previous?: string },
  { requester, leadId }: Pick<Thread, 'requester' | 'leadId'>,
  as: { sender?: string; isPrivate?: boolean; isUnverified?: boolean } = {},
): Promise<boolean> {
  const { projectId, id, messageId } = mail;
  const sender = as.sender ?? leadIdOf(from.address);
  const about = { mailId: id, messageId, sender, department: mailbox.department, isPrivate: as.isPrivate === true };
  const marks = { ...(signs.isAutomatic && { automatic: true }), ...(as.isUnverified && { unverified: true }) };
  const described = { ...about, auth, refused: attachments.refused };
  const message = messageOf(parsed, described, { ...links, ...(unreadable && { unreadable }), ...marks });
  const call = { projectId, mailboxId: mailbox.id, requestId };
  const key = `mail ${id} ${requestId}`;
  const at = context.clock.now();
  const joined = {
    requestId,
    requester,
    leadId,
    parties: [...parties],
    cc: copiesOf(parties, [requester, from.address]),
  };
  // Before the message: a bot may answer it at once, and its answer needs the thread.
  if (requester === from.address) await context.threads.join(projectId, mailbox.id, joined, at);
  const appended = await appendWhereItGoesOn(context, { ...call, message, key }).catch(unlessClosed);
  if (!appended) return false;
  // Another one, where this was merged: there the answers are written.
  const place = { ...call, requestId: appended.requestId };
  const files = attachmentMessagesOf(
    attachments.files,
    { ...about, isAutomatic: signs.isAutomatic },
    context.publicUrl,
  );
  for (const [nth, file] of files.entries())
    await context.conversations.append({ ...place, message: file, key: `${key} ${nth}` }).catch(unlessClosed);

  await context.db.transaction(async () => {
    await context.threads.join(projectId, mailbox.id, { ...joined, requestId: appended.requestId }, at);
    await context.inbound.finish(projectId, id, {
      ...{ state: 'routed', at, from: from.address, subject: parsed.subject },
      ...{
        requestId: appended.requestId,
        requestRecordId: appended.requestRecordId,
        messageRecordId: appended.messageId,
      },
      images: Object.fromEntries(attachments.files.flatMap(({ cid, path }) => (cid ? [[cid, path]] : []))),
    });
    const isNew = requestId === newRequestId(context, mail);
    if (isNew && !signs.isAutomatic && !signs.isLoop)
      await queueAutoReply(context, mailbox, { requestId, requester, requestRecordId: appended.requestRecordId });
  });
  context.counts.worked('routed', waitedMs(context, mail));
  return true;
}

/** A teammate's mail to a merged request goes to the one that continues it; conversations redirects a contact's. */
async function appendWhereItGoesOn(
  { conversations }: Context,
  appending: Parameters<Context['conversations']['append']>[0],
): ReturnType<Context['conversations']['append']> {
  try {
    return await conversations.append(appending);
  } catch (error) {
    const into = error instanceof AppError && error.code === 'request_merged' ? error.details.into : undefined;
    if (typeof into !== 'string') throw error;
    return conversations.append({ ...appending, requestId: into });
  }
}

/** Who gets the answers as well: a mail to very many people starts no copies. Source: contract 26 section 3.1. */
function copiesOf(parties: readonly string[], without: readonly string[]): string[] {
  return parties.length > maxCopied ? [] : parties.filter((address) => !without.includes(address));
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
