import { type EventEnvelope, type TeammateView, teammateJoined } from '@parley/contracts';

import type { Context } from '../context.ts';
import { noted } from '../feed/feed-row.ts';

type TeammateEvent = EventEnvelope<{ teammate: TeammateView }>;

/** Keeps the read model of memberships: teammates, who serve requests, and visitors, who start them. */
export function keepTeammate(context: Context, event: TeammateEvent): Promise<void> {
  return keep(context, event, false);
}

export function forgetTeammate(context: Context, event: TeammateEvent): Promise<void> {
  return keep(context, event, true);
}

async function keep(context: Context, event: TeammateEvent, deleted: boolean): Promise<void> {
  const record = event.data.teammate;
  const user = typeof record.id_user === 'string' ? record.id_user : record.id_user?._id;
  const copy = { projectId: event.idproject, id: record._id, version: event.aggregateversion, deleted, record };
  const principal = user ?? record.uuid_user ?? '';
  const hasJoined = event.type === teammateJoined.type;
  await context.readModels.keepTeammate(copy, principal);
  if (user)
    await context.feedRepository.note(event.idproject, noted.teammate, {
      id: record._id,
      ...(hasJoined && { joined: true }),
    });
  // A record that has just been created has no followers yet.
  else if (!hasJoined) await context.feedRepository.note(event.idproject, noted.visitor, { id: record._id, principal });
}
