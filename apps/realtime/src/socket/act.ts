import { AppError, type ClientFrame, commonErrors, readTopic, realtimeErrors } from '@parley/contracts';

import type { Context } from '../context.ts';
import { unsubscribe } from '../subscription/follow.ts';
import { subscribe } from '../subscription/subscribe.ts';
import { actorOn } from './actor-on.ts';
import { authenticate } from './authenticate.ts';
import type { Connection } from './connection.ts';
import { errorFrame, frameOf, readFrame, refusalOf } from './frames.ts';
import { leaveAll } from './leave-all.ts';

/**
 * Handles one client frame. Faults are answered with an error frame and the socket stays open.
 * @param isInTime it is within the rate limit of actions
 */
export async function act(context: Context, connection: Connection, text: string, isInTime: boolean): Promise<void> {
  if (!connection.isOpen) return;
  if (text === 'ping') return context.sockets.send(connection, 'pong');

  const frame = readFrame(text);
  if (!connection.identity && frame?.action !== 'auth') return context.sockets.close(connection, 'unauthorized');
  if (!frame) return context.sockets.send(connection, errorFrame(realtimeErrors.bad_frame()));
  const topic =
    frame.payload && typeof frame.payload === 'object' && 'topic' in frame.payload ? frame.payload.topic : '';
  try {
    if (!isInTime) throw commonErrors.rate_limited({ limit: 'actions' });
    await perform(context, connection, frame);
  } catch (error) {
    if (!(error instanceof AppError)) context.log.error({ err: error, action: frame.action }, 'an action failed');
    context.sockets.send(connection, errorFrame(error, typeof topic === 'string' && topic !== '' ? topic : undefined));
  }
}

async function perform(context: Context, connection: Connection, frame: ClientFrame): Promise<void> {
  switch (frame.action) {
    case 'auth':
      return authenticate(context, connection, frame.payload.token, true);
    case 'subscribe':
      return subscribe(context, connection, frame.payload);
    case 'unsubscribe':
      return unsubscribe(context, connection, frame.payload.topic);
    case 'ack':
      return acknowledge(context, connection, frame.payload);
    case 'publish':
      return publish(context, connection, frame.payload);
    case 'broadcast':
      throw realtimeErrors.not_allowed();
    case 'me': {
      const userId = connection.identity?.principal.id;
      return context.sockets.send(connection, frameOf('me', { id: connection.id, userId }));
    }
    case 'heartbeat':
      return;
  }
}

type PayloadOf<Action> = Extract<ClientFrame, { action: Action }>['payload'];

/** Acknowledges the messages of the other side up to a `seq`. */
async function acknowledge(context: Context, connection: Connection, payload: PayloadOf<'ack'>): Promise<void> {
  const topic = readTopic(payload.topic);
  if (topic?.kind !== 'messages') throw realtimeErrors.not_allowed();
  const { projectId, requestId } = topic;
  await asMember(context, connection, projectId, (actor) =>
    context.conversations.acknowledge(actor, { projectId, requestId, upto: payload.upto, status: payload.status }),
  );
}

/** Typing and viewing are all that clients may publish. */
async function publish(context: Context, connection: Connection, payload: PayloadOf<'publish'>): Promise<void> {
  const topic = readTopic(payload.topic);
  if (topic?.kind === 'viewers') return publishViewing(context, connection, topic, payload);
  if (topic?.kind !== 'typing') throw realtimeErrors.not_allowed();
  const { projectId, requestId } = topic;
  const typing = payload.message?.typing ?? true;
  await asMember(context, connection, projectId, (actor) =>
    context.conversations.publishTyping(actor, { projectId, requestId, typing }),
  );
}

async function publishViewing(
  context: Context,
  connection: Connection,
  { projectId, requestId }: { projectId: string; requestId: string },
  { topic, message }: PayloadOf<'publish'>,
): Promise<void> {
  const { state } = message ?? {};
  if (state === undefined) throw realtimeErrors.bad_frame();
  const isNew = !connection.viewing.has(topic);
  if (state !== 'left' && isNew && connection.viewing.size >= context.config.SOCKET_TOPICS)
    throw commonErrors.limit_reached({ limit: context.config.SOCKET_TOPICS });
  await asMember(context, connection, projectId, async (actor) => {
    await context.conversations.publishViewing(actor, { projectId, requestId, state, connection: connection.id });
    if (state === 'left') connection.viewing.delete(topic);
    else connection.viewing.set(topic, { actor, projectId, requestId });
  });
  // It closed meanwhile.
  if (!connection.isOpen) leaveAll(context, connection);
}

async function asMember(
  context: Context,
  connection: Connection,
  projectId: string,
  work: (actor: Awaited<ReturnType<typeof actorOn>>) => Promise<void>,
): Promise<void> {
  try {
    await work(await actorOn(context, connection, projectId));
  } catch (error) {
    throw refusalOf(error);
  }
}
