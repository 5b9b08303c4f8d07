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
import { isOfPage } from './console-origins.ts';
import type { Context } from './context.ts';
import { answerOptions, setCommonHeaders } from './cors.ts';
import { forwardedHeaders, forwardedSocketHeaders } from './forwarded-headers.ts';
import { type GatewayCall, openCall } from './gateway-call.ts';
import { type AnswerMcp, openMcp } from './mcp/answer-mcp.ts';
import { mcpEndpoint } from './mcp/endpoint.ts';
import { mergeSlashes } from './merge-slashes.ts';
import { type CallProxy, refuseSocket } from './proxy.ts';
import { checkRefused, countsByAddress, limitCall, limitItems, limitRefused, limitSocket } from './rate-limit.ts';

/** Entry point of every call. API calls are handled here; pages and probes are passed to Express. */
export interface Front {
  /** Handles the call, or passes it to `next` if it is not for an endpoint. */
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
  const answerMcp = openMcp(context, (req, res) => front.handle(req, res, () => res.destroy()));
  const front: Front = {
    handle(req, res, next) {
      const { method = 'GET' } = req;
      // Before anything else reads it: routes, limits and the service see the same path.
      const url = mergeSlashes(req.url ?? '/');
      req.url = url;
      const found = endpoints.find(method, url);
      const operation =
        found?.endpoint.operation ?? (method === 'OPTIONS' ? 'preflight' : apiPath.test(url) ? 'unrouted' : 'page');
      const call = openCall(context, req, operation, found);
      const takesCookie = found === undefined ? endpoints.takesCookie(url) : found.endpoint.cookie === 'session';
      const readers = takesCookie ? context.consoleOrigins.namedIn(req) : '*';
      setCommonHeaders(res, call, { readers, isPublicOverTls });
      if (context.health.state === 'stopping') res.shouldKeepAlive = false;
      res.once('close', () => end(context, call, res));

      const fail = (error: unknown): void => {
        call.failure = error;
        answerError(res, error, call);
      };
      try {
        checkTls(context, req);
        // First, so that a page of another site cannot even use up its visitor's limits.
        if (takesCookie && method !== 'OPTIONS' && (found !== undefined || isOfPage(req)))
          context.consoleOrigins.check(req);
      } catch (error) {
        return fail(error);
      }
      if (found !== undefined)
        return void pass(context, { proxy, answerMcp }, call, found.endpoint, req, res).catch(fail);
      if (!apiPath.test(url) && method !== 'OPTIONS') {
        const meant = endpoints.find(method, `/v3${url}`)?.endpoint;
        return meant === undefined ? next() : fail(routeNotFound(meant));
      }

      const allow = endpoints.methodsOf(url);
      if (allow.length === 0) return fail(commonErrors.route_not_found());
      if (method === 'OPTIONS') return answerOptions(req, res, allow);
      return fail(commonErrors.method_not_allowed({ allow }));
    },

    upgrade(req, socket, head) {
      req.url = mergeSlashes(req.url ?? '/');
      const call = openCall(context, req, 'socket');
      const began = new Promise<void>((resolve) => socket.once('close', resolve));
      // Until the proxy takes over, a client that disconnects is no failure.
      socket.on('error', () => socket.destroy());
      passSocket(context, proxy, call, req, socket, head).catch((error: unknown) => {
        call.failure = error;
        refuseSocket(socket, error, call.requestId);
      });
      void began.then(() => conclude(context, call, call.isAnswered ? 101 : 503, true));
    },
  };
  return front;
}

/** @throws commonErrors.tls_required */
function checkTls({ config, trustedProxies, isOwnCall }: Context, req: IncomingMessage): void {
  if (!config.REQUIRE_TLS || probePath.test(req.url ?? '')) return;
  if (!isOverTls(req, trustedProxies) && !isOwnCall(req.headers)) throw commonErrors.tls_required();
}

/** Authenticates, authorises, limits, reads the body, waits for a slot and proxies the call. */
async function pass(
  context: Context,
  { proxy, answerMcp }: { proxy: CallProxy; answerMcp: AnswerMcp },
  call: GatewayCall,
  endpoint: AnyEndpoint,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const upstream = context.upstreams.get(endpoint.owner);
  if (upstream === undefined && endpoint !== mcpEndpoint) throw commonErrors.route_not_found();

  const isByAddress = countsByAddress(endpoint.rate);
  if (isByAddress) await limitCall(context, call, req, res);
  if (endpoint.authorization === 'forward') await checkPresented(context, call, req.headers.authorization);
  const identity = await authenticate(context, endpoint, call, req.headers.authorization);
  call.identity = identity;
  if (identity === undefined && !isByAddress) await limitCall(context, call, req, res);
  const actor = await admit(context, endpoint, call, res);
  if (identity !== undefined && !isByAddress) await limitCall(context, call, req, res);

  if (hasBody(req)) await takeBody(context, endpoint, call, req);
  if (endpoint.items !== undefined) await limitItems(context, call, res);
  if (upstream === undefined) return answerMcp(call, actor, res);
  // `end` has run already when the client disconnected meanwhile, and releases nothing a second time.
  if (res.destroyed) return void call.body?.release();
  call.slot = upstream.limiter.acquire(call);
  await upstream.dispatch.schedule(call, call.slot);
  const token = await context.actors.sign(actor, endpoint.owner);
  if (res.destroyed) return;
  // Projects judge the pages of others; those of the console may always call.
  const origin = context.consoleOrigins.has(req) ? undefined : req.headers.origin;
  req.headers = { ...forwardedHeaders(req, call, token, endpoint), ...(origin && { origin }) };
  proxy.pass(upstream, req, res);
}

/** Releases what the call holds and logs it, however it ended. */
function end(context: Context, call: GatewayCall, res: ServerResponse): void {
  call.slot?.release();
  call.body?.release();
  conclude(context, call, res.statusCode, res.writableFinished);
}

async function admit(context: Context, endpoint: AnyEndpoint, call: GatewayCall, res: ServerResponse): Promise<Actor> {
  const { identity, projectId } = call;
  if (identity === undefined || projectId === undefined) return authorise(context, endpoint, call);

  if (!context.identities.admission.remembers(identity, projectId)) await checkRefused(context, identity);
  try {
    return await authorise(context, endpoint, call);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'forbidden')
      await limitRefused(context, call, identity, error, res);
    throw error;
  }
}

async function passSocket(
  context: Context,
  proxy: CallProxy,
  call: GatewayCall,
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const realtime = context.upstreams.get('realtime');
  if (realtime === undefined || !socketPath.test(req.url ?? '')) throw commonErrors.route_not_found();
  checkTls(context, req);

  await limitSocket(context, call.address);
  const token = await context.actors.sign(anonymous, 'realtime');
  req.headers = forwardedSocketHeaders(req, call, token);
  proxy.passSocket(realtime, req, socket, head);
}

/** The 404 of a path without `/v3`: it names the intended path. */
function routeNotFound({ method, path }: AnyEndpoint): AppError {
  return commonErrors.route_not_found({ hint: `The API is below /v3: ${method.toUpperCase()} ${path}` });
}
