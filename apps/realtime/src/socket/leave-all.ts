import type { Context } from '../context.ts';
import type { Connection } from './connection.ts';

/** Says for a socket that has ended that it has no request open any more; what gets lost lapses by itself. */
export function leaveAll({ conversations, log }: Context, connection: Connection): void {
  const left = [...connection.viewing.values()];
  connection.viewing.clear();
  for (const { actor, projectId, requestId } of left) {
    conversations
      .publishViewing(actor, { projectId, requestId, state: 'left', connection: connection.id })
      .catch((error: unknown) => log.debug({ err: error }, 'a viewer could not leave; the entry lapses'));
  }
}
