import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import { type Actor, type AnyEndpoint, AppError, commonErrors } from '@parley/contracts';
import { hasBody } from '@parley/service-kit/http';

import { answerError } from './answer.ts';
import { authenticate, checkPresented } from './authenticate.ts';
import { anonymous, authorise } from './authorise.ts';
import { takeBody } from './body.ts';
import { isOverTls } from './client-address.ts';
import { conclude } from './conclude.ts';
import type { Context } from './context.ts';
import { answerOptions, setCommonHeaders } from './cors.ts';
import { type Exchange, openExchange } from './exchange.ts';
import { forwardedHeaders, forwardedSocketHeaders } from './forwarded-headers.ts';
import { mergeSlashes } from './merge-slashes.ts';
import { type CallProxy, refuseSocket } from './proxy.ts';
import { checkRefused, countsByAddress, limitCall, limitRefused, limitSocket } from './rate-limit.ts';

/** Entry point of every call. Calls of the API end here; pages and probes go on to Express. */
export interface Front {
  /** Ends the call, or hands one that is no endpoint's to `next`. */
  handle(req: IncomingMessage, res: ServerResponse, next: () => void): void;
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void;
}

const socketPath = /^\/v3\/ws\/?(?:\?|$)/;
/** `/v3` itself is a document. */
const apiPath = /^\/v3\/[^?]/;
/** Probes come from inside, without TLS. */
const probePath = /^\/(?:healthz|readyz)(?:[/?]|$)/;

export function createFront(context: Context, proxy: CallProxy): Front {
  const { endpoints, config } = context;
  const isPublicOverTls = config.PUBLIC_URL.startsWith('https:');
  return {
    handle(req, res, next) {
      const { method = 'GET' } = req;
      // Before anything reads it: routes, limits and the service see the same path.
      const url = mergeSlashes(req.url ?? '/');
      req.url = url;
      const found = endpoints.find(method, url);
      const operation =
        found?.endpoint.operation ?? (method === 'OPTIONS' ? 'preflight' : apiPath.test(url) ? 'unrouted' : 'page');
      const exchange = openExchange(context, req, operation, found);
      setCommonHeaders(res, exchange, isPublicOverTls);
      if (context.health.state === 'stopping') res.shouldKeepAlive = false;
      res.once('close', () => end(context, exchange, res));

      const fail = (error: unknown): void => {
        exchange.failure = error;
        answerError(res, error, exchange.requestId);
      };
      if (config.REQUIRE_TLS && !probePath.test(url) && !isOverTls(req, context.trustedProxies))
        return fail(commonErrors.tls_required());
      if (found !== undefined) return void pass(context, proxy, exchange, found.endpoint, req, res).catch(fail);
      if (!apiPath.test(url) && method !== 'OPTIONS') return next();

      const allow = endpoints.methodsOf(url);
      if (allow.length === 0) return fail(commonErrors.route_not_found());
      if (method === 'OPTIONS') return answerOptions(req, res, allow);
      return fail(commonErrors.method_not_allowed({ allow }));
    },

    upgrade(req, socket, head) {
      req.url = mergeSlashes(req.url ?? '/');
      const exchange = openExchange(context, req, 'socket');
      const began = new Promise<void>((resolve) => socket.once('close', resolve));
      // Until the proxy takes over, a client that disconnects is no failure.
      socket.on('error', () => socket.destroy());
      passSocket(context, proxy, exchange, req, socket, head).catch((error: unknown) => {
        exchange.failure = error;
        refuseSocket(socket, error, exchange.requestId);
      });
      void began.then(() => conclude(context, exchange, exchange.isAnswered ? 101 : 503, true));
    },
  };
}

/** Authenticates, authorises, limits, reads the body, waits for a slot and proxies the call. */
async function pass(
  context: Context,
  proxy: CallProxy,
  exchange: Exchange,
  endpoint: AnyEndpoint,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const upstream = context.upstreams.get(endpoint.owner);
  if (upstream === undefined) throw commonErrors.route_not_found();

  const isByAddress = countsByAddress(endpoint.rate);
  if (isByAddress) await limitCall(context, exchange, req, res);
  if (endpoint.authorization === 'forward') await checkPresented(context, exchange, req.headers.authorization);
  const identity = await authenticate(context, endpoint, exchange, req.headers.authorization);
  exchange.identity = identity;
  if (identity === undefined && !isByAddress) await limitCall(context, exchange, req, res);
  const actor = await admit(context, endpoint, exchange, res);
  if (identity !== undefined && !isByAddress) await limitCall(context, exchange, req, res);

  if (hasBody(req)) await takeBody(context, endpoint, exchange, req);
  // `end` has run already when the client disconnected meanwhile, and releases nothing a second time.
  if (res.destroyed) return void exchange.body?.release();
  exchange.slot = upstream.limiter.acquire(exchange);
  await upstream.dispatch.schedule(exchange, exchange.slot);
  const token = await context.actors.sign(actor, endpoint.owner);
  if (res.destroyed) return;
  req.headers = forwardedHeaders(req, exchange, token, endpoint.authorization);
  proxy.pass(upstream, req, res);
}

/** Releases what the call holds and logs it, however it ended. */
function end(context: Context, exchange: Exchange, res: ServerResponse): void {
  exchange.slot?.release();
  exchange.body?.release();
  conclude(context, exchange, res.statusCode, res.writableFinished);
}

async function admit(context: Context, endpoint: AnyEndpoint, exchange: Exchange, res: ServerResponse): Promise<Actor> {
  const { identity, projectId } = exchange;
  if (identity === undefined || projectId === undefined) return authorise(context, endpoint, exchange);

  if (!context.identities.admission.remembers(identity, projectId)) await checkRefused(context, identity);
  try {
    return await authorise(context, endpoint, exchange);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'forbidden')
      await limitRefused(context, exchange, identity, error, res);
    throw error;
  }
}

async function passSocket(
  context: Context,
  proxy: CallProxy,
  exchange: Exchange,
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const realtime = context.upstreams.get('realtime');
  if (realtime === undefined || !socketPath.test(req.url ?? '')) throw commonErrors.route_not_found();
  if (context.config.REQUIRE_TLS && !isOverTls(req, context.trustedProxies)) throw commonErrors.tls_required();

  await limitSocket(context, exchange.address);
  const token = await context.actors.sign(anonymous, 'realtime');
  req.headers = forwardedSocketHeaders(req, exchange, token);
  proxy.passSocket(realtime, req, socket, head);
}
