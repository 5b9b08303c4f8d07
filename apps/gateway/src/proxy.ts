import { Agent, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import { commonErrors } from '@parley/contracts';
import { endAnswer, leavesBody } from '@parley/service-kit/http';
import { createProxyMiddleware, type Plugin, type RequestHandler } from 'http-proxy-middleware';

import { answerError, writtenError } from './answer.ts';
import { challengeFor } from './challenge.ts';
import { callOf, type GatewayCall } from './gateway-call.ts';
import { type HandOverOptions, handOver } from './hand-over.ts';
import type { OpenSockets } from './open-sockets.ts';
import { UpstreamTimeout } from './upstream-agent.ts';
import type { Upstream, Upstreams } from './upstreams.ts';

export interface ProxyOptions extends HandOverOptions {
  upstreams: Upstreams;
  sockets: OpenSockets;
  connectTimeoutMs: number;
}

/** Hands calls to services and streams the answers, without looking into bodies. */
export interface CallProxy {
  /** Ends the answer in every case. The headers of `req` are those for the service. */
  pass(upstream: Upstream, req: IncomingMessage, res: ServerResponse): void;
  /** Proxies a WebSocket handshake and what follows it. */
  passSocket(upstream: Upstream, req: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

type Middleware = RequestHandler<IncomingMessage, ServerResponse>;

/** One `http-proxy-middleware` per service, without its default plugins, which log addresses and send their own error texts. */
export function createProxy(options: ProxyOptions): CallProxy {
  const calls = new Map<Upstream, Middleware>();
  const sockets = new Map<Upstream, Middleware>();
  const socketAgent = new Agent({ keepAlive: false });
  for (const upstream of options.upstreams.values()) {
    const middleware: Middleware = createProxyMiddleware({
      target: upstream.url,
      agent: upstream.agent,
      ejectPlugins: true,
      plugins: [callsTo(upstream, options, (req, res) => void middleware(req, res, ignore))],
    });
    calls.set(upstream, middleware);
    const upgrades: Middleware = createProxyMiddleware({
      target: upstream.url,
      // A socket stays open for hours, so it takes no connection from the pool for calls.
      agent: socketAgent,
      upgradeTimeout: options.connectTimeoutMs,
      ejectPlugins: true,
      plugins: [socketsTo(upstream, options)],
    });
    sockets.set(upstream, upgrades);
  }

  return {
    pass(upstream, req, res) {
      const service = upstream.local();
      // An unread body would block an answer that streams.
      const isInTheWay = callOf(req).body !== undefined && leavesBody(req);
      if (service === undefined || isInTheWay) return void calls.get(upstream)?.(req, res, ignore);
      const onSilence = () => fail(upstream, options, { req, res, error: silence() });
      handOver(service, options, { req, res, onSilence });
    },
    passSocket: (upstream, req, socket, head) => sockets.get(upstream)?.upgrade(req, socket as never, head),
    close: () => socketAgent.destroy(),
  };
}

// Failures arrive as events; the middleware's own error handling adds nothing.
const ignore = (): void => {};

function callsTo(
  upstream: Upstream,
  options: ProxyOptions,
  again: (req: IncomingMessage, res: ServerResponse) => void,
): Plugin {
  return (server) => {
    server.on('proxyReq', (proxyReq, req) => {
      watch(proxyReq);
      send(proxyReq, callOf(req));
    });
    server.on('proxyRes', (proxyRes, req, res) => {
      const call = callOf(req);
      options.onAnswer(req, call, proxyRes.statusCode ?? 0);
      if (proxyRes.statusCode === 401) proxyRes.headers['www-authenticate'] = challengeFor(call.headers);
      if (options.isDraining()) res.shouldKeepAlive = false;
      if (leavesBody(req)) answerEarly(call, res as ServerResponse);
      ownConnection(proxyRes, res as ServerResponse);
    });
    server.on('error', (error, req, target) => {
      if (req === undefined) return;
      const res = target as ServerResponse;
      const call = callOf(req);
      if (res.destroyed || res.writableEnded || req.socket.destroyed) return;
      if (mayTryAgain(req, res, call, error)) {
        call.isRetried = true;
        again(req, res);
        return;
      }
      fail(upstream, options, { req, res, error });
    });
  };
}

/** Answers 503 for a service that failed. */
function fail(
  upstream: Upstream,
  { onAnswer }: ProxyOptions,
  { req, res, error }: { req: IncomingMessage; res: ServerResponse; error: Error },
): void {
  const call = callOf(req);
  call.failure = commonErrors.dependency_down({ dependency: upstream.name }, error);
  // Whether the service did its work is unknown; status 0 drops what it may have changed.
  onAnswer(req, call, 0);
  answerError(res, call.failure, call);
}

const silence = (): UpstreamTimeout => new UpstreamTimeout('the service fell silent');

/** Destroys the call to a service that has fallen silent. */
function watch(proxyReq: ClientRequest): void {
  // Set off by the agent's timeout, when nothing has moved in either direction.
  proxyReq.once('timeout', () => proxyReq.destroy(silence()));
}

/** The body of a call that is in memory; the middleware pipes every other one. */
function send(proxyReq: ClientRequest, { body, endpoint }: GatewayCall): void {
  if (body !== undefined) {
    // The rest of a body that the endpoint does not accept never reaches the service.
    proxyReq.once('pipe', (source) => source.unpipe(proxyReq));
    proxyReq.end(body.bytes);
  } else if (endpoint?.upload === true) {
    // Send the head first: otherwise the service would treat a connection with a slow body as idle.
    setImmediate(() => {
      if (!proxyReq.headersSent && !proxyReq.destroyed) proxyReq.flushHeaders();
    });
  }
}

/** The service has answered before it had the whole body: its work is done, the caller may still be sending. */
function answerEarly({ slot }: GatewayCall, res: ServerResponse): void {
  res.shouldKeepAlive = false;
  res.once('pipe', (source) => {
    source.unpipe(res);
    source.pipe(res, { end: false });
    source.once('end', () => {
      slot?.release();
      endAnswer(res);
    });
  });
}

/** Hop-by-hop headers end here: the gateway manages the connection to the client. */
function ownConnection(proxyRes: IncomingMessage, res: ServerResponse): void {
  const { headers } = proxyRes;
  for (const name of ['keep-alive', 'proxy-connection', 'proxy-authenticate', 'te', 'trailer', 'upgrade']) {
    if (headers[name] !== undefined) delete headers[name];
  }
  headers.connection = res.shouldKeepAlive ? 'keep-alive' : 'close';
  // A body without a length to an old client ends with the connection.
  if (res.req.httpVersion === '1.0' && headers['content-length'] === undefined) headers.connection = 'close';
}

const repeatable = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** Once, for calls that change nothing and have no body, and only as long as the service has not begun to answer. */
function mayTryAgain(req: IncomingMessage, res: ServerResponse, call: GatewayCall, error: Error): boolean {
  if (call.isRetried || res.headersSent || error instanceof UpstreamTimeout) return false;
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  if (Number(req.headers['content-length'] ?? 0) > 0 || req.headers['transfer-encoding'] !== undefined) return false;
  return 'code' in error && repeatable.has(String(error.code));
}

function socketsTo(upstream: Upstream, { sockets }: ProxyOptions): Plugin {
  return (server) => {
    server.on('proxyReqWs', (proxyReq, req, client) => {
      proxyReq.once('upgrade', (_answer, service) => {
        callOf(req).isAnswered = true;
        sockets.connect(client, service);
      });
    });
    server.on('error', (error, req, target) => {
      if (req === undefined) return;
      const socket = target as Duplex;
      const call = callOf(req);
      if (call.isAnswered) {
        socket.destroy();
        return;
      }
      call.failure = commonErrors.dependency_down({ dependency: upstream.name }, error);
      refuseSocket(socket, call.failure, call.requestId);
    });
  };
}

/** Answers a handshake with an error. */
export function refuseSocket(socket: Duplex, error: unknown, requestId: string): void {
  if (!socket.writable) return;
  const { status, headers, body } = writtenError(error, requestId);
  const lines = Object.entries({
    ...headers,
    'x-request-id': requestId,
    'access-control-allow-origin': '*',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}
