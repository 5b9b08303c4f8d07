import { type Actor, AppError, messageApi, requestErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { refusalToCall } from '../access/may-call.ts';
import { inFairOrder } from '../clock/in-fair-order.ts';
import type { Context } from '../context.ts';
import { actorIn } from '../directory/actor-in.ts';
import { type Mention, mentionOn } from '../mention/mentions.ts';
import { checkMayClose, incomingOf, prepareForRequest } from '../message/prepare-message.ts';
import { receiveNeeds, receiveOne, refuseExhausted } from '../request/receive.ts';
import { begin, finish, unchanged } from '../request-state/change.ts';
import type { Decide } from '../request-store/request.repository.ts';
import { pendingIn, unscheduleOn } from './schedule.ts';
import type { DueMessage } from './scheduled.repository.ts';

/** Sends all messages that are due, oldest first. One that cannot be sent now is tried again in the next round, and stops no other. */
export async function sendDueMessages(context: Context, over: AbortSignal): Promise<void> {
  const failed: string[] = [];
  while (!over.aborted) {
    const due = await context.scheduledMessages.due(failed);
    if (due.length === 0) return;
    await inFairOrder(
      due,
      ({ id }) => id,
      async (one) => {
        if (!over.aborted && !(await isDone(context, one))) failed.push(one.id);
      },
    );
  }
}

/** Its time has passed by more than it may be late while its request was locked, or its process stood still. */
class TooLate extends Error {}

/** @returns false for one that would be found due again at once */
async function isDone(context: Context, due: DueMessage): Promise<boolean> {
  try {
    if (due.lateMs > due.maxLateMs) await end(context, due, 'missed', 'late');
    else if (due.isBanned) await end(context, due, 'failed', 'banned');
    else await send(context, due);
    return true;
  } catch (error) {
    if (error instanceof TooLate) return isEnded(context, due, 'missed', 'late');
    const isRefused = error instanceof AppError && error.kind !== 'unavailable' && error.kind !== 'internal';
    if (!isRefused) {
      context.log.warn({ err: error, projectId: due.projectId }, 'a scheduled message could not be sent');
      return false;
    }
    return isEnded(context, due, 'failed', error.code === 'channel_window_closed' ? 'window_closed' : error.code);
  }
}

async function isEnded(context: Context, due: DueMessage, state: 'missed' | 'failed', why: string): Promise<boolean> {
  try {
    await end(context, due, state, why);
    return true;
  } catch (error) {
    const isGone = error instanceof AppError && error.code === 'request_not_found';
    if (!isGone) context.log.warn({ err: error, projectId: due.projectId }, 'a scheduled message could not be ended');
    return false;
  }
}

/**
 * As its author, with the rights of now; the message and its end are one change, so it is sent once.
 * @throws TooLate; what the author's own call would be refused with
 */
async function send(context: Context, due: DueMessage): Promise<void> {
  const { projectId, requestId, content, id } = due;
  const author = await authorNow(context, due);
  const sender = await context.senders.of(author, { id_project: projectId });
  const labels = () => context.labels.textsFor({ id_project: projectId, request_id: requestId, ...content });
  const prepared = await prepareForRequest(context, author, sender, content, { projectId, labels });
  const messageId = newId();
  const incomingTo = (requester: string) => {
    const { message, ...rest } = incomingOf(prepared, requester);
    const attributes = { ...message.attributes, automation: { schedule: id } };
    return { ...rest, message: { ...message, id: message.id ?? messageId, attributes } };
  };
  const decide: Decide = (current, facts) => {
    if (!pendingIn(current, id, due.version)) return unchanged(current);
    if (sender.kind === 'bot') refuseExhausted(current);
    if (prepared.command === 'close') checkMayClose(author, sender, current);
    const draft = begin(current, facts.at);
    const incoming = incomingTo(current.requester);
    receiveOne(draft, incoming, facts);
    unscheduleOn(draft, { id, state: 'sent', message_id: incoming.message.id });
    return finish(draft, 'sendScheduled');
  };
  await context.mentions.with(prepared.mention ? [prepared.mention] : [], () =>
    context.requests.update(author, projectId, requestId, decide, {
      needs: (current) => receiveNeeds(current, [incomingTo(current.requester)]),
      hidden: requestErrors.request_not_visible,
      before: async () => {
        if (await context.scheduledMessages.isTooLate(projectId, id)) throw new TooLate();
      },
    }),
  );
}

/** @throws unknown_sender for one who is no longer a member, or what their role no longer allows */
async function authorNow(context: Context, { projectId, author }: DueMessage): Promise<Actor> {
  const now = await actorIn(context, projectId, { ...author, projectId });
  if (!now) throw requestErrors.unknown_sender();
  const refusal = refusalToCall(messageApi.sendMessage, now);
  if (refusal) throw refusal;
  return now;
}

/** Drops the message and notifies its author. @throws request_not_found */
async function end(context: Context, due: DueMessage, state: 'missed' | 'failed', why: string): Promise<void> {
  const { projectId, requestId, id, version } = due;
  const mention = await mentionOf(context, due, state, why);
  const decide: Decide = (current, { at }) => {
    if (!pendingIn(current, id, version)) return unchanged(current);
    const draft = begin(current, at);
    unscheduleOn(draft, { id, state, why });
    if (mention) mentionOn(draft, mention);
    return finish(draft, 'endScheduled');
  };
  await context.mentions.with(mention ? [mention] : [], () =>
    context.requests.update('system', projectId, requestId, decide),
  );
}

/** Only people are notified: former members and programs would not read it. */
async function mentionOf(
  { members }: Context,
  { projectId, author }: DueMessage,
  state: string,
  why: string,
): Promise<Mention | undefined> {
  if (author.kind === 'bot') return undefined;
  const { people } = await members.findTeam(projectId, [author.id]);
  if (people.length === 0) return undefined;
  const text = `A scheduled message was not sent: ${state}, ${why}`;
  return { people, by: { _id: 'system', fullname: 'System' }, text, place: { cause: 'schedule' } };
}
