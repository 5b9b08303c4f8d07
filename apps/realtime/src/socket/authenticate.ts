import { AppError, commonErrors } from '@parley/contracts';
import { runInCall } from '@parley/service-kit/call';

import type { Context } from '../context.ts';
import type { Connection } from './connection.ts';
import { frameOf } from './frames.ts';

/** A token alone means `JWT <token>`, as browsers put it into the address. */
const headerOf = (token: string): string =>
  /^(jwt|bearer|basic)\s/i.test(token.trim()) ? token : `JWT ${token.trim()}`;

/**
 * Whose socket it is; a later token renews it in place, if it is of the same principal.
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
    // Nobody is let in unchecked: while nobody can tell who it is, the client comes again.
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
  // Gone while it was asked who it is.
  if (!connection.isOpen) {
    context.sockets.remove(connection);
    return;
  }
  context.sockets.tag(connection);
  context.presence.enter(identity);
  socket.once('close', () => context.presence.leave(identity));
}
