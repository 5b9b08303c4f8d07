import type {
  EventEnvelope,
  labelsUpdated,
  messageRedacted,
  projectDeleted,
  requestClosed,
  requestDeleted,
  requestParticipantLeft,
} from '@parley/contracts';
import { redactionOf } from '@parley/service-kit/outbox';
import type { z } from 'zod';

import type { Context } from '../context.ts';

type Of<Definition extends { schema: z.ZodType }> = EventEnvelope<z.output<Definition['schema']>>;

/** A bot has left: drops its session and its pending turns. */
export async function endSession(
  context: Context,
  { idproject, data }: Of<typeof requestParticipantLeft>,
): Promise<void> {
  await context.turns.endSession(idproject, data.request._id, data.member.replace(/^bot_/, ''));
}

export function isBot({ memberType }: Of<typeof requestParticipantLeft>['data']): boolean {
  return memberType === 'bot';
}

export async function endPending(context: Context, { idproject, time, data }: Of<typeof requestClosed>): Promise<void> {
  await context.turns.endPending(idproject, data.request._id, new Date(time));
}

export async function forgetRequest(context: Context, { idproject, data }: Of<typeof requestDeleted>): Promise<void> {
  await context.turns.eraseRequests(idproject, [data._id]);
}

/** Takes the words of a redacted message out of what bots know. */
export async function redactRequest(context: Context, event: Of<typeof messageRedacted>): Promise<void> {
  await context.turns.redact(redactionOf(event));
}

export async function forgetLabels(context: Context, { idproject }: Of<typeof labelsUpdated>): Promise<void> {
  context.labels.invalidate(idproject);
}

/** Silences the bots of a deleted project at once; the erasure follows later. */
export async function endProject(context: Context, { idproject }: Of<typeof projectDeleted>): Promise<void> {
  await context.projects.end(idproject);
}
