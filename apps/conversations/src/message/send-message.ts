import {
  type Actor,
  AppError,
  type InputOf,
  type messageApi,
  messageErrors,
  requestErrors,
  validationFailed,
} from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';
import { isEndUser } from '../access/actor.ts';
import { mayRead, readerOf, viewMessage } from '../access/message.view.ts';
import { formFor, viewRequest } from '../access/request.view.ts';
import type { Context } from '../context.ts';
import type { Sender } from '../directory/senders.ts';
import { followingMerge, refuseMergedAway } from '../merge/merged-away.ts';
import { withoutPatterns } from '../pattern/patterns.ts';
import { type Facts, noNeeds } from '../request/facts.ts';
import { receive, receiveFirst, receiveNeeds, refuseExhausted } from '../request/receive.ts';
import { unchanged } from '../request-state/change.ts';
import { firstTextOf, type Message, withoutControlKeys } from '../request-state/message.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';
import { newerGuard } from '../request-store/newer-messages.ts';
import type { Decide } from '../request-store/request.repository.ts';
import {
  checkMayClose,
  incomingOf,
  type MentioningMessage,
  prepareForRequest,
  startsSilently,
} from './prepare-message.ts';

type SendMessage = Operation<typeof messageApi.sendMessage, Context>;
type Input = InputOf<typeof messageApi.sendMessage> & {
  /** A message to a merged request is for the one in which that goes on. */
  isFollowing: boolean;
};

export const sendMessage: SendMessage = async (context, actor, given) => {
  const sender = await context.senders.of(actor, given);
  const input = await withRedactedSubject(context, sender, given);
  const labels = () => context.labels.textsFor(input);
  const message = await prepareForRequest(context, actor, sender, input, { projectId: input.id_project, labels });
  const { request, sentMessage } = await followingMerge(context, input, (request_id, isFollowing) =>
    sent(context, actor, sender, message, { ...input, request_id, isFollowing }),
  );

  const reader = readerOf(actor);
  return { ...viewMessage(sentMessage, request.requestId, reader), request: viewRequest(request, formFor(actor)) };
};

/** Of the request that the message may open. */
async function withRedactedSubject<Given extends Pick<Input, 'id_project' | 'subject'>>(
  { redactPatterns }: Context,
  sender: Sender,
  given: Given,
): Promise<Given> {
  if (given.subject === undefined || sender.kind !== 'visitor') return given;
  return { ...given, subject: await withoutPatterns(given.subject, await redactPatterns.of(given.id_project)) };
}

interface Sent {
  request: RequestWithCopies;
  /** As stored now, or by the earlier call with the same `external_id`. */
  sentMessage: Message;
}

/**
 * Appends to the request, or creates it with this message. Of several concurrent first messages one creates the request, the
 * others append.
 */
async function sent(
  context: Context,
  actor: Actor,
  sender: Sender,
  message: MentioningMessage,
  input: Input,
): Promise<Sent> {
  const next = () => sendNext(context, actor, sender, message, input);
  try {
    return await next();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'request_not_found')) throw error;
  }
  return (await sendFirst(context, actor, sender, message, input)) ?? next();
}

async function sendNext(
  context: Context,
  actor: Actor,
  sender: Sender,
  message: MentioningMessage,
  input: Input,
): Promise<Sent> {
  const { id_project, request_id, channel, external_id } = input;
  const incomingTo = ({ requester }: RequestWithCopies) => incomingOf(message, requester);
  let repeated: Message | undefined;
  const hidden = requestErrors.request_not_visible;
  const newer = newerGuard(context.db, actor, id_project, request_id);
  const decide: Decide = (current, facts, saidBefore) => {
    repeated = external_id === undefined ? undefined : saidBefore(channel?.name ?? null, external_id);
    // One of the team, say, that a visitor may not read.
    if (repeated && !mayRead(repeated, readerOf(actor))) throw messageErrors.external_id_taken();
    if (repeated) return unchanged(current);
    newer.check();
    if (sender.kind === 'bot') refuseExhausted(current);
    if (message.command === 'close') checkMayClose(actor, sender, current);
    const incoming = [incomingTo(current)];
    if (input.isFollowing)
      refuseMergedAway(
        current,
        incoming.map((one) => one.message),
      );
    return receive(current, incoming, facts);
  };
  const needs = (current: RequestWithCopies) => receiveNeeds(current, [incomingTo(current)]);
  const externalIds = external_id === undefined ? [] : [{ channel: channel?.name ?? null, id: external_id }];
  const update = () =>
    context.mentions.with(message.mention ? [message.mention] : [], () =>
      context.requests.update(actor, id_project, request_id, decide, {
        ...{ needs, hidden, externalIds },
        ...newer.options,
      }),
    );

  const stored = await context.botBudget.guard(actor, input, update);
  const sentMessage = repeated ?? stored.messages[0];
  if (!sentMessage) throw new Error('A message was neither stored nor known.');
  return { request: stored.request, sentMessage };
}

async function sendFirst(
  context: Context,
  actor: Actor,
  sender: Sender,
  message: MentioningMessage,
  input: Input,
): Promise<Sent | undefined> {
  // A token for one request may not write to another.
  if (actor.requestId !== undefined && actor.requestId !== input.request_id) throw requestErrors.request_not_visible();
  const requester = await requesterOf(context, actor, sender, input);
  const incoming = incomingOf(message, requester.id);
  const { message: first, mention } = incoming;
  // Its text becomes the request's `first_text`, which the requester reads.
  if (requester !== sender && first.audience !== 'all') throw validationFailed([hiddenFirst]);
  const team = !isEndUser(actor);
  const prepared = await context.openings.prepare(actor, requester, input, {
    requestId: input.request_id,
    firstText: firstTextOf(first),
    attributes: withoutControlKeys(message.content.attributes),
    preflight: input.preflight === true || startsSilently(first),
    parked: team && input.request_status === 50,
    smartAssignment: undefined,
    workingStatus: null,
    imported: null,
  });

  const decide = (facts: Facts) => {
    const opened = prepared.open(facts, first);
    receiveFirst(opened, incoming, facts);
    return opened;
  };
  const needs = message.command === 'agent' ? { routing: [prepared.routingContext?.department.id ?? null] } : noNeeds;
  const stored = await context.mentions.with(mention ? [mention] : [], () =>
    context.requests.create(actor, prepared, decide, needs),
  );
  const sentMessage = stored?.messages[0];
  return stored && sentMessage && { request: stored.request, sentMessage };
}

/** Who is asked for, where the team opens a conversation; otherwise the sender. @throws unknown_sender, sender_not_allowed */
function requesterOf({ senders }: Context, actor: Actor, sender: Sender, input: Input): Promise<Sender> | Sender {
  if (input.requester === undefined || input.requester === sender.id) return sender;
  return senders.of(actor, { id_project: input.id_project, sender: input.requester });
}

const hiddenFirst = {
  param: 'requester',
  location: 'body',
  msg: 'The message that opens a conversation with them must be one that they may see',
} as const;
