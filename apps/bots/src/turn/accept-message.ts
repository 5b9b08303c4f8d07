import type { EventEnvelope, messageCreated } from '@parley/contracts';
import { isSuppressed } from '@parley/service-kit/consumers';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { botsOf, startsTurn } from '../engine/starts.ts';
import type { ReceivedMessage } from './turn.repository.ts';
import type { NewTurn } from './turn.ts';

type Data = z.output<(typeof messageCreated)['schema']>;
type Event = EventEnvelope<Data>;

/** Skips requests without bots early; their thin request records name no bots. */
export function concernsBots({ request }: { request: Pick<Data['request'], 'participantsBots'> }): boolean {
  return (request.participantsBots ?? []).length > 0;
}

/** Stores the turn that a message starts, if any. Source: contract 60 section 7.1. */
export async function acceptMessage(context: Context, event: Event): Promise<void> {
  const turn = await turnOf(context, event);
  await context.turns.accept(receivedMessageOf(event), turn);
}

function receivedMessageOf({ idproject, data: { message, request, fromRequester } }: Event): ReceivedMessage {
  const { seq, sender, audience } = message;
  // A bot present from the beginning has missed nothing; for one that joined later the earlier messages are unknown.
  const before = seq === 1 || request.assigned_at === request.createdAt ? 0 : seq - 1;
  const isAnswer = !fromRequester && sender !== 'system' && audience === 'all';
  return { projectId: idproject, request: request._id, requestId: request.request_id, seq, before, isAnswer };
}

async function turnOf(context: Context, event: Event): Promise<NewTurn | undefined> {
  const { data, idproject: projectId } = event;
  const candidates = botsOf(data).filter((id) => startsTurn(data, `bot_${id}`));
  if (candidates.length === 0) return undefined;
  const bots = await context.bots.findAnswering(projectId, candidates);
  const living = bots.filter(({ trashedAt, rootId }) => trashedAt === null && rootId === null).map(({ id }) => id);
  const botId = botsOf(data).find((id) => living.includes(id));
  if (botId === undefined || !candidates.includes(botId)) return undefined;
  if (isSuppressed(event, context.config.EVENT_MAX_DEPTH)) {
    context.counts.suppressed(event.type);
    return undefined;
  }

  const { message, request, fromRequester } = data;
  return {
    ...{ projectId, id: message._id, botId, seq: message.seq },
    late: Date.now() - Date.parse(message.createdAt) > context.config.BOT_LATE_AFTER,
    message: { ...message, attributes: message.attributes ?? {} },
    about: { request, fromRequester },
    ...{ depth: event.depth + 1, correlationId: event.correlationid, causationId: event.id },
    messageAt: new Date(message.createdAt),
  };
}
