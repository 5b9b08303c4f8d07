import { type Actor, commonErrors, readTopic, realtimeErrors } from '@parley/contracts';

import type { Context } from '../context.ts';
import { actorOn } from '../socket/actor-on.ts';
import type { Connection } from '../socket/connection.ts';
import { refusalOf } from '../socket/frames.ts';
import { follow } from './follow.ts';

/** Again: a new first frame, and no second stream. */
export async function subscribe(
  context: Context,
  connection: Connection,
  { topic, after = '' }: { topic: string; after?: string },
): Promise<void> {
  const named = readTopic(topic);
  if (!named) throw realtimeErrors.subscription_refused();
  if (!connection.topics.has(topic) && connection.topics.size >= context.config.SOCKET_TOPICS)
    throw commonErrors.limit_reached({ limit: context.config.SOCKET_TOPICS });

  const { projectId } = named;
  const actor = await currentActorOn(context, connection, projectId);
  // Gone meanwhile: nobody would end what began now.
  if (!connection.isOpen) return;
  connection.actors.set(projectId, actor);
  context.sockets.tag(connection);
  follow(context, connection, { topic, projectId, actor, after });
}

/** As whom he follows from now on: what a change of his rights made untrue while it was asked for is asked for again. */
async function currentActorOn(context: Context, connection: Connection, projectId: string): Promise<Actor> {
  for (;;) {
    const { checks } = connection;
    const actor = await actorOn(context, connection, projectId).catch((error) => {
      throw refusalOf(error);
    });
    if (connection.checks === checks) return actor;
  }
}
