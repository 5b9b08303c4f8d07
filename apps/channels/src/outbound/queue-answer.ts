import type { EventEnvelope, messageCreated } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { outgoingOf } from '../mailbox/outgoing.ts';
import { failureOf } from './failure.ts';
import { giveUpAfterMs } from './outgoing-mail.ts';

export type MessageCreated = z.output<(typeof messageCreated)['schema']>;

const userId = /^[0-9a-f]{24}$/;

/**
 * Whether a message leaves by mail: a visible one of a human, a bot or the system, in a request that is held by mail. Private ones,
 * notes, lines and what contacts have written never do. Source: contract 26 section 6.1.
 */
export function leavesByMail(data: MessageCreated): boolean {
  return data.request.channel.name === 'email' && isAnswer(data);
}

/** A visible message of the team, now. */
export function isAnswer({ message, fromRequester }: MessageCreated): boolean {
  const { audience, sender, imported } = message;
  const isOfTeam = sender === 'system' || sender.startsWith('bot_') || userId.test(sender);
  return audience === 'all' && isOfTeam && !fromRequester && !imported;
}

/** Writes a message of the team into the ledger of what goes out. */
export async function queueAnswer(context: Context, { idproject: projectId, data }: EventEnvelope<MessageCreated>) {
  const { request, message } = data;
  const thread = await context.threads.find(projectId, request.request_id);
  // Held by a connector of a customer's own.
  if (!thread) return;
  const mailbox = (await context.mailboxes.list(projectId)).find(({ id }) => id === thread.mailboxId);
  const at = context.clock.now();
  const [, domain = 'parley'] = (mailbox?.address ?? '').split('@');
  const mail = {
    ...{ projectId, id: newId(at), mailboxId: thread.mailboxId, requestId: request.request_id },
    ...{ requestRecordId: request._id, kind: 'answer' as const, author: message.sender },
    ...{ recipient: thread.requester, cc: thread.cc, messageId: `${message._id}@${domain}`, createdAt: at },
    dueAt: new Date(at.getTime() + context.config.MAIL_GROUP),
    giveUpAt: new Date(at.getTime() + giveUpAfterMs),
  };
  const about = { id: message._id, seq: message.seq };
  const refusal = refusalOf(mailbox);
  if (refusal) return context.outgoing.refuse(about, mail, failureOf(refusal));
  await context.outgoing.queue(about, mail);
  context.db.afterCommit(() => context.sender.wake());
}

export function refusalOf(mailbox: (Parameters<typeof outgoingOf>[0] & { enabled: boolean }) | undefined) {
  if (!mailbox) return 'mailbox_removed';
  if (!mailbox.enabled) return 'mailbox_disabled';
  return outgoingOf(mailbox).outbound.type === 'none' ? 'outbound_off' : undefined;
}
