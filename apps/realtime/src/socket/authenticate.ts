import { AppError, commonErrors } from '@parley/contracts';
import { runInCall } from '@parley/service-kit/call';

import type { Context } from '../context.ts';
import type { Connection } from './connection.ts';
import { frameOf } from './frames.ts';

/** A bare token means `JWT <token>`, as browsers put it into the query. */
const headerOf = (token: string): string =>
  /^(jwt|bearer|basic)\s/i.test(token.trim()) ? token : `JWT ${token.trim()}`;

/**
 * Authenticates the socket; a later token of the same principal renews it in place.
 * @param asked the client waits for an answer
 */
export async function authenticate(
  context: Context,
  connection: Connection,
  token: string,
  asked: boolean,
): Promise<void> {
  const credentials = headerOf(token);
  try {
    const { value: identity } = await runInCall({ clientAddress: connection.address }, () =>
      context.identities.credentials.verify(credentials, connection.address),
    );
    const known = connection.identity;
    if (known && (known.principal.id !== identity.principal.id || known.principal.kind !== identity.principal.kind))
      throw commonErrors.unauthorized();
    connection.credentials = credentials;
    connection.identity = identity;
    connection.checkedAt = Date.now();
    if (known) context.sockets.tag(connection);
    else enter(context, connection);
    if (asked) context.sockets.send(connection, frameOf('auth', { userId: identity.principal.id }));
  } catch (error) {
    // Fail closed: while identities cannot be verified, the client is asked to reconnect.
    const isAway = error instanceof AppError && error.kind === 'unavailable';
    context.sockets.close(connection, isAway ? 'restart' : 'unauthorized');
  }
}

function enter(context: Context, connection: Connection): void {
  const { identity, socket } = connection;
  if (!identity) return;
  if (!context.sockets.enter(connection)) {
    context.sockets.close(connection, 'tooMany');
    return;
  }
  // The socket closed during authentication.
  if (!connection.isOpen) {
    context.sockets.remove(connection);
    return;
  }
  context.sockets.tag(connection);
  context.presence.enter(identity);
  socket.once('close', () => context.presence.leave(identity));
}
