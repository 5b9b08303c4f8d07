import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises';

import { commonErrors } from '@parley/contracts';
import findMyWay from 'find-my-way';

import { problemAnswer } from '../call/problem.ts';
import type { Health } from '../observability/health.ts';
import { type HttpRuntime, handleCall } from './call-handler.ts';
import { handleCalls } from './calls.ts';
import { gatewayHeaders, requestIdOf } from './headers.ts';
import type { HttpRoute, HttpTable } from './implement.ts';
import { endAnswer } from './unread-body.ts';

/** How a server ends. */
interface Drain {
  /** How long calls may run on after `stop`, in ms. */
  drainMs: number;
  /** How long new calls are taken before that, in ms, because callers keep idle connections; default 0. */
  lingerMs?: number;
}

export interface HttpServerOptions extends HttpRuntime, Drain {
  routes: HttpTable<never>['routes'];
  /** Reported to the gateway at `/readyz`. */
  health: Health;
  host: string;
  /** 0: any free one. */
  port: number;
  upgrades?: Upgrades;
  localServers?: LocalServers;
}

/** Handles a call; resolves when its answer has been written, as far as its caller takes it. Never rejects. */
export type CallListener = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** The HTTP servers of one process, by their addresses: a gateway in it hands them calls without a connection. */
export type LocalServers = Map<string, CallListener>;

/** Connections that begin as a call and become something else. */
export interface Upgrades {
  /** Takes a connection over; its call came through the gateway. */
  take(req: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Ends those that are open, before the server stops. */
  close(): Promise<void>;
}

/** An HTTP server that listens. */
export interface HttpServer {
  /** `http://127.0.0.1:3010`. */
  address: string;
  /** Drains: answers running calls, closes the connections. */
  stop(): Promise<void>;
}

const callsOfConnection = 1_000;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Serves a table of endpoints to the gateway. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const router = routerOf(options.routes);
  let isStopping = false;
  const server = createServer(serverLimits(options.routes));
  const listener: CallListener = async (req, res) => {
    const method = req.method === 'HEAD' ? 'GET' : req.method;
    const found = router.find((method ?? '') as 'GET', req.url ?? '');
    if (found !== null) await handleCall(options, found.store as HttpRoute, found.params, req, res);
    else if (req.url === '/readyz') await answerReadiness(options.health, res);
    else refuseRoute(router, req, res);
  };
  handleCalls(server, (req, res) => {
    // While draining, each answer closes its connection.
    if (isStopping) res.setHeader('connection', 'close');
    void listener(req, res);
  });
  // A connection that is never idle would stay with its replica forever, however many new replicas there are.
  server.maxRequestsPerSocket = callsOfConnection;
  server.on('clientError', refuseMalformed);
  const { upgrades, actors } = options;
  if (upgrades)
    server.on('upgrade', (req, socket, head) => {
      if (isStopping) socket.destroy();
      else void upgrade(upgrades, actors, req, socket, head);
    });
  await listen(server, options.port, options.host);
  const address = addressOf(server, options.host);
  options.localServers?.set(address, listener);

  const stop = async () => {
    isStopping = true;
    options.localServers?.delete(address);
    await upgrades?.close();
    await drain(server, options);
  };
  return { address, stop };
}

/** What does not come from the gateway is no handshake. */
async function upgrade(
  upgrades: Upgrades,
  actors: HttpRuntime['actors'],
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const ignore = () => socket.destroy();
  socket.once('error', ignore);
  try {
    await actors.verify(String(req.headers[gatewayHeaders.actor] ?? ''));
  } catch {
    socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    return;
  }
  socket.off('error', ignore);
  upgrades.take(req, socket, head);
}

type Router = ReturnType<typeof routerOf>;

function routerOf(routes: readonly HttpRoute[]) {
  const router = findMyWay({ ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: 500 });
  for (const route of routes) {
    const method = route.endpoint.method.toUpperCase() as (typeof methods)[number];
    for (const path of [route.endpoint.path, ...(route.endpoint.aliases ?? [])]) {
      router.on(method, path, () => {}, route);
    }
  }
  return router;
}

function serverLimits(routes: readonly HttpRoute[]) {
  const hasStreams = routes.some(({ endpoint }) => endpoint.stream === 'raw');
  return {
    maxHeaderSize: 32_768,
    headersTimeout: 10_000,
    // A whole call from its first byte to its last; uploads take their time.
    requestTimeout: hasStreams ? 600_000 : 60_000,
    // Longer than the gateway keeps its side: it never writes into a connection that is about to close.
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: 5_000,
  };
}

async function answerReadiness(health: Health, res: ServerResponse): Promise<void> {
  const { httpStatus, body } = await health.report();
  res.writeHead(httpStatus, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

function refuseRoute(router: Router, req: IncomingMessage, res: ServerResponse): void {
  const allow = methods.filter((method) => router.find(method, req.url ?? '') !== null);
  const error = allow.length === 0 ? commonErrors.route_not_found() : commonErrors.method_not_allowed({ allow });
  const requestId = requestIdOf(req);
  const { status, headers, body } = problemAnswer(error, requestId);
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.setHeader('x-request-id', requestId);
  res.setHeader('content-length', Buffer.byteLength(body));
  res.statusCode = status;
  endAnswer(res, req.method === 'HEAD' ? undefined : body);
}

function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket | Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Resolves when the server listens; rejects when the port is taken. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** The address of a listening server, for callers on this machine. */
export function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${dialableHost(host)}:${port}`;
}

/** A host that listens everywhere is reached on loopback. */
export function dialableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Closes a server. While it lingers it answers as before, and callers learn from each answer, or by letting their idle connections
 * go, that they are to call elsewhere. Then idle connections are closed at once, busy ones with their answer, all of them when the
 * time is over.
 */
export async function drain(server: Server, { drainMs, lingerMs = 0 }: Drain): Promise<void> {
  if (lingerMs > 0) await linger(server, lingerMs);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A busy connection becomes idle after its answer, and would be kept alive.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  const end = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(end);
}

/** Resolves when no connection is left, or the time is over and what has come until then is being answered. */
async function linger(server: Server, lingerMs: number): Promise<void> {
  const until = performance.now() + lingerMs;
  while (performance.now() < until && (await connectionsOf(server)) > 0) await delay(20);
  // A timer runs before what has arrived is read: a connection with a call in it must not be taken for an idle one.
  await immediate();
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
