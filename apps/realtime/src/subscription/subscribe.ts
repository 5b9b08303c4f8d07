import { type Actor, commonErrors, readTopic, realtimeErrors } from '@parley/contracts';

import type { Context } from '../context.ts';
import { actorOn } from '../socket/actor-on.ts';
import type { Connection } from '../socket/connection.ts';
import { refusalOf } from '../socket/frames.ts';
import { follow } from './follow.ts';

/** Subscribing again sends a new first frame and replaces the stream. */
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
  // The socket closed meanwhile: a subscription made now would leak.
  if (!connection.isOpen) return;
  connection.actors.set(projectId, actor);
  context.sockets.tag(connection);
  follow(context, connection, { topic, projectId, actor, after });
}

/** The actor for new subscriptions; asked again if a rights check ran meanwhile. */
async function currentActorOn(context: Context, connection: Connection, projectId: string): Promise<Actor> {
  for (;;) {
    const { checks } = connection;
    const actor = await actorOn(context, connection, projectId).catch((error) => {
      throw refusalOf(error);
    });
    if (connection.checks === checks) return actor;
  }
}
