import type { EventEnvelope, TeammateView } from '@parley/contracts';

import type { Context } from '../context.ts';
import { isTeam } from '../directory/members.ts';
import { remove } from './membership.ts';
import { noSeats } from './seats.ts';

type TeammateEvent = EventEnvelope<{ teammate: TeammateView }>;

/** A teammate has joined, or their role, status or availability has changed. */
export async function serveTeammate(context: Context, event: TeammateEvent): Promise<void> {
  const { role, status, uuid_user } = event.data.teammate;
  if (uuid_user !== undefined) return;
  if (status !== 'active' || !isTeam({ role: role ?? '' })) await releaseTeammate(context, event);
  else context.queue.wakeAfterCommit(event.idproject);
}

/** Line 22 of contract 20 section 5: a teammate who has left the team leaves their open requests, the oldest first. */
export async function releaseTeammate(context: Context, event: TeammateEvent): Promise<void> {
  const { idproject, data } = event;
  const { id_user } = data.teammate;
  const user = typeof id_user === 'string' ? id_user : id_user?._id;
  if (user === undefined) return;

  const how = { reason: 'teammate_removed', source: 'teammates', comment: 'releaseTeammate' } as const;
  for (const requestId of await context.seats.servedBy(idproject, user)) {
    // One transaction for each: a single one would hold the locks of many requests and seats for too long.
    await context.db.outside(() =>
      context.requests.update('system', idproject, requestId, (current, facts) =>
        remove(current, user, how, { ...facts, seats: noSeats }),
      ),
    );
  }
  context.queue.wakeAfterCommit(event.idproject);
}
