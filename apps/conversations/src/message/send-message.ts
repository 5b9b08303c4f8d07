import { type Actor, AppError, type InputOf, type messageApi, messageErrors, requestErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { mover } from '../request/by.ts';
import { type Change, unchanged } from '../request/change.ts';
import type { Facts } from '../request/facts.ts';
import { open } from '../request/opening.ts';
import { prepareOpening } from '../request/prepare-opening.ts';
import { keepTimes, obey, receive } from '../request/receive.ts';
import type { RequestWithCopies } from '../request/request.copies.ts';
import { formFor, viewRequest } from '../request/request.view.ts';
import type { Stored } from '../request/request.writer.ts';
import { handOff } from '../request/routing.ts';
import { isEndUser } from '../request/visibility.ts';
import { firstTextOf, withoutControlKeys } from './message.ts';
import { viewMessage } from './message.view.ts';
import { type PreparedMessage, prepareMessage, startsSilently } from './prepare-message.ts';
import { type Speaker, speakerOf } from './speaker.ts';

type SendMessage = Operation<typeof messageApi.sendMessage, Context>;
type Input = InputOf<typeof messageApi.sendMessage>;

/** A bot may say so many things while the requester says nothing. */
const botBudget = 30;

export const sendMessage: SendMessage = async (context, actor, input) => {
  const speaker = await speakerOf(context, actor, input);
  const message = prepareMessage(actor, speaker, input);
  const stored = await sent(context, actor, speaker, message, input);

  const [first] = stored.messages;
  if (!first) throw messageErrors.bot_budget_exhausted();
  const form = formFor(actor);
  const reader = isEndUser(actor) ? 'end_user' : 'team';
  return { ...viewMessage(first, input.request_id, reader), request: viewRequest(stored.request, form) };
};

/** The next message of a request, or the first one of a new. Of several first ones at once, the losers come next. */
async function sent(
  context: Context,
  actor: Actor,
  speaker: Speaker,
  message: PreparedMessage,
  input: Input,
): Promise<Stored> {
  const next = () => sendNext(context, actor, speaker, message, input);
  try {
    return await next();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'request_not_found')) throw error;
  }
  return (await sendFirst(context, actor, speaker, message, input)) ?? next();
}

function sendNext(
  context: Context,
  actor: Actor,
  speaker: Speaker,
  message: PreparedMessage,
  { id_project, request_id, channel, external_id }: Input,
): Promise<Stored> {
  const decide = (current: RequestWithCopies, facts: Facts): Change => {
    if (speaker.kind === 'bot' && current.botStreak >= botBudget) return exhausted(current, facts);
    const { command } = message;
    if (command === 'close') refuseOutsider(actor, speaker, current);
    return receive(current, [{ message: message.said(current.requester), command }], facts);
  };
  return context.requests.update(actor, id_project, request_id, decide, {
    hidden: requestErrors.request_not_visible,
    ...(external_id !== undefined && { externalId: { channel: channel?.name ?? null, id: external_id } }),
  });
}

/** Nothing of the bot is stored any more, and people take over. */
function exhausted(current: RequestWithCopies, facts: Facts): Change {
  if (current.status === 1000) return unchanged(current);
  const { roster, ...pass } = facts.routing(current.departmentId);
  return handOff(current, roster, { nobot: true, source: 'agent', comment: 'sendMessage' }, pass);
}

/** No agent ends a colleague's conversation, by a command either. */
function refuseOutsider(actor: Actor, speaker: Speaker, current: RequestWithCopies): void {
  if (speaker.kind === 'bot' || mover(actor).supervisor || current.participants.includes(speaker.id)) return;
  throw requestErrors.not_a_participant({ conflict: current.id });
}

async function sendFirst(
  context: Context,
  actor: Actor,
  speaker: Speaker,
  message: PreparedMessage,
  input: Input,
): Promise<Stored | undefined> {
  // A token made for one request writes to no other.
  if (actor.requestId !== undefined && actor.requestId !== input.request_id) throw requestErrors.request_not_visible();
  const first = message.said(speaker.id);
  const team = !isEndUser(actor);
  const prepared = await prepareOpening(context, actor, speaker, input, {
    requestId: input.request_id,
    firstText: firstTextOf(first),
    attributes: withoutControlKeys(message.content.attributes),
    preflight: input.preflight === true || startsSilently(first),
    parked: team && input.request_status === 50,
    smartAssignment: undefined,
    workingStatus: null,
    imported: null,
  });
  const { opening, knowledge, departmentId, seatTakers } = prepared;

  return context.requests.create(actor, input.id_project, knowledge, (facts) => {
    const pass = knowledge.rosters.size > 0 ? facts.routing(departmentId) : undefined;
    const opened = open(
      opening,
      {
        at: facts.at,
        by: mover(actor),
        seats: facts.seats(pass ? [] : seatTakers),
        roster: prepared.roster,
        awaited: new Set(),
        source: 'message',
        ...pass,
      },
      first,
    );
    keepTimes(opened.next, first, facts.at);
    if (message.command) obey(opened, message.command, speaker.id, facts);
    return opened;
  });
}
