import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@parley/contracts';
import { runInCall } from '@parley/service-kit/call';

import type { Context } from '../context.ts';
import { follow } from '../subscription/follow.ts';
import { actorOn } from './actor-on.ts';
import type { Connection } from './connection.ts';

/** Verifies credentials and membership again: closes the socket if access was lost, and resubscribes if what they may do has changed. */
export async function checkRights(context: Context, connection: Connection): Promise<void> {
  connection.checkedAt = Date.now();
  connection.checks += 1;
  const { credentials, address } = connection;
  if (credentials === undefined || !connection.isOpen) return;
  try {
    await runInCall({ clientAddress: address }, async () => {
      const { value: identity } = await context.identities.credentials.verify(credentials, address);
      connection.identity = identity;
      for (const projectId of [...connection.actors.keys()]) await checkProject(context, connection, projectId);
    });
  } catch (error) {
    // Undecidable at the moment: the next check decides.
    if (error instanceof AppError && error.kind === 'unavailable') return;
    if (!(error instanceof AppError)) context.log.error({ err: error }, 'checking the rights of a socket failed');
    context.sockets.close(connection, 'unauthorized');
  }
}

async function checkProject(context: Context, connection: Connection, projectId: string): Promise<void> {
  const before = connection.actors.get(projectId);
  const now = await actorOn(context, connection, projectId);
  if (!connection.isOpen || !before || isDeepStrictEqual(before, now)) return;

  connection.actors.set(projectId, now);
  for (const [topic, followed] of [...connection.topics]) {
    if (followed.projectId === projectId) follow(context, connection, { topic, projectId, actor: now, after: '' });
  }
}
