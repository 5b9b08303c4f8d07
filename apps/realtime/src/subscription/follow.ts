import { type Actor, messageErrors } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { Connection } from '../socket/connection.ts';
import { errorFrame, publishFrame, refusalOf } from '../socket/frames.ts';
import { Subscription } from './subscription.ts';

export function unsubscribe({ sockets }: Pick<Context, 'sockets'>, connection: Connection, topic: string): void {
  const followed = connection.topics.get(topic);
  followed?.subscription.close();
  connection.topics.delete(topic);
  const isLast = ![...connection.topics.values()].some(({ projectId }) => projectId === followed?.projectId);
  if (!followed || !isLast) return;
  connection.actors.delete(followed.projectId);
  sockets.tag(connection);
}

/** Subscribes the socket to a topic, in place of an earlier subscription. */
export function follow(
  context: Context,
  connection: Connection,
  { topic, projectId, actor, after }: { topic: string; projectId: string; actor: Actor; after: string },
): void {
  connection.topics.get(topic)?.subscription.close();
  const subscription: Subscription = new Subscription(
    context.conversations,
    { actor, topic, after },
    {
      answered(answer) {
        if (connection.topics.get(topic)?.subscription !== subscription) return;
        if (answer.expired) context.sockets.send(connection, errorFrame(messageErrors.cursor_expired(), topic));
        if (answer.method === '') return;
        context.metrics.frames.inc();
        context.sockets.send(connection, publishFrame(topic, answer));
      },
      refused(error) {
        if (connection.topics.get(topic)?.subscription !== subscription) return;
        unsubscribe(context, connection, topic);
        context.sockets.send(connection, errorFrame(refusalOf(error), topic));
      },
    },
  );
  connection.topics.set(topic, { projectId, subscription });
}
