import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

import { largestClientFrame } from '@parley/contracts';
import { gatewayHeaders, type Upgrades } from '@parley/service-kit/http';
import { WebSocketServer } from 'ws';

import type { Context } from '../context.ts';
import { act } from './act.ts';
import { authenticate } from './authenticate.ts';
import { Connection } from './connection.ts';
import { ConnectionMonitor } from './connection-monitor.ts';
import { leaveAll } from './leave-all.ts';

/** Accepts WebSocket handshakes of `/v3/ws`. */
export function openSockets(context: Context): Upgrades {
  const server = new WebSocketServer({
    ...{ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: largestClientFrame },
    // The library's close time-out must not be shorter than the linger of a slow client.
    ...{ closeTimeout: context.config.SOCKET_LINGER },
  });
  const monitor = new ConnectionMonitor(context);
  return {
    take(req, socket, head) {
      if (monitor.isStopping) return refuse(socket);
      server.handleUpgrade(req, socket, head, (opened) => {
        const address = String(req.headers[gatewayHeaders.clientAddress] ?? '');
        accept(context, new Connection(opened, socket, address), tokenOf(req));
      });
    },
    async close() {
      monitor.stop();
      context.presence.stop();
      await context.sockets.drain();
    },
  };
}

function accept(context: Context, connection: Connection, token: string | undefined): void {
  const { socket } = connection;
  context.sockets.add(connection);
  socket.on('close', () => {
    connection.unsubscribeAll();
    leaveAll(context, connection);
    context.sockets.remove(connection);
  });
  // The library closes the socket after an invalid or too large frame.
  socket.on('error', (error) => context.log.debug({ err: error }, 'a socket failed'));
  if (token !== undefined) connection.enqueue(() => authenticate(context, connection, token, false));
  socket.on('message', (data) => {
    connection.heardAt = Date.now();
    const text = data.toString();
    // Counted on arrival: time in the queue does not count against the client.
    const isInTime = connection.mayAct(context.config.SOCKET_ACTIONS);
    connection.enqueue(() => act(context, connection, text, isInTime));
  });
}

/** From the header or the query: browsers cannot set headers on a WebSocket. */
function tokenOf(req: IncomingMessage): string | undefined {
  if (req.headers.authorization) return req.headers.authorization;
  const mark = (req.url ?? '').indexOf('?');
  const token = mark < 0 ? null : new URLSearchParams(req.url?.slice(mark + 1)).get('token');
  return token === null || token === '' ? undefined : token;
}

function refuse(socket: Duplex): void {
  socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n');
}
