import type { IncomingMessage, ServerResponse } from 'node:http';

import { type Actor, type AnyEndpoint, AppError, commonErrors } from '@parley/contracts';

import { runInCall } from '../call/call.ts';
import { problemAnswer } from '../call/problem.ts';
import type { Database } from '../database/database.ts';
import { type Logger, logHandled, outcomeOf } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { type Span, type Tracing, traceIdOf } from '../observability/tracing.ts';
import type { ActorTokens } from '../security/actor-token.ts';
import type { Secrets } from '../security/secrets.ts';
import { admit } from './access.ts';
import { CallerGone, defaultBodyLimit, readBody } from './body.ts';
import { callFacts, gatewayHeaders, idempotencyKeyOf, requestIdOf, traceparentOf } from './headers.ts';
import { bindKey, claimOf, once, principalBy, sealingOf } from './idempotency.ts';
import type { HttpRoute } from './implement.ts';
import { readInput } from './input.ts';
import { notModifiedIfKnown, type RenderedAnswer, renderAnswer } from './rendered-answer.ts';
import { endAnswer, leavesBody } from './unread-body.ts';

/** What handling calls needs; the same for all calls of a service. */
export interface HttpRuntime {
  context: unknown;
  actors: ActorTokens;
  /** Absent in services without data: an Idempotency-Key has no effect there. */
  db?: Database;
  secrets: Secrets;
  log: Logger;
  metrics: Metrics;
  tracing: Tracing;
  /** In tests: an answer or a refusal that its contract does not know is a 500, so that no test passes with it. */
  checkAnswers: boolean;
}

/** One call on its way through the server. */
interface Handling {
  route: HttpRoute;
  params: Record<string, string | undefined>;
  req: IncomingMessage;
  res: ServerResponse;
  requestId: string;
  span: Span;
  actor?: Actor;
}

// The gateway gives up after 30 s: work beyond that is lost.
const callTimeMs = 28_000;

/** Handles one call from its headers to its log line; never rejects. */
export async function handleCall(
  runtime: HttpRuntime,
  route: HttpRoute,
  params: Record<string, string | undefined>,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const began = performance.now();
  const { operation } = route.endpoint;
  const span = runtime.tracing.start(operation, 'server', traceparentOf(req));
  const handling: Handling = { route, params, req, res, requestId: requestIdOf(req), span };

  let failure: unknown;
  try {
    const rendered = await perform(runtime, handling);
    if (rendered !== undefined) write(handling, rendered);
  } catch (error) {
    failure = error;
    refuse(handling, error);
  }
  conclude(runtime, handling, performance.now() - began, failure);
}

/** The answer; nothing when a raw operation has written its own. */
async function perform(runtime: HttpRuntime, handling: Handling): Promise<RenderedAnswer | undefined> {
  const { route, params, req, requestId, span } = handling;
  const { endpoint } = route;

  const actor = admit(endpoint, await authenticate(runtime, handling), params.id_project);
  const facts = callFacts(req);
  const [path = '', search = ''] = splitUrl(req.url ?? '');
  const isRaw = endpoint.stream === 'raw';
  const body = isRaw ? nothing : await readBody(req, endpoint.bodyLimit ?? defaultBodyLimit);
  const input = readInput(route, { params, search, headers: req.headers, body });
  const call = {
    ...facts,
    requestId,
    operation: endpoint.operation,
    path,
    actor,
    traceparent: span.traceparent,
    correlationId: requestId,
    deadline: Date.now() + callTimeMs,
  };

  const { db } = runtime;
  const key = repeatKeyOf(endpoint, actor, req);
  if (key === undefined || db === undefined) {
    const rendered = await runInCall(call, () => run(runtime, handling, actor, input));
    return rendered && notModifiedIfKnown(rendered, facts.ifNoneMatch);
  }
  const claim = claimOf(runtime.secrets, endpoint, actor, { path, search, key, body });
  const { fingerprint, key: _key, ...batch } = claim;
  if (endpoint.idempotency === 'items') {
    await bindKey(db, claim);
    return runInCall({ ...call, idempotency: { key, fingerprint, batch } }, () => run(runtime, handling, actor, input));
  }
  const principalId = actor.kind === 'none' ? principalBy(runtime.secrets, key) : undefined;
  return runInCall({ ...call, idempotency: { key, fingerprint, ...(principalId && { principalId }) } }, () =>
    once({ db, secrets: sealingOf(endpoint, runtime.secrets) }, claim, async () => {
      const rendered = await run(runtime, handling, actor, input);
      if (rendered === undefined) throw new Error(`${endpoint.operation} returned nothing to store`);
      return rendered;
    }),
  );
}

const nothing = Buffer.alloc(0);

/** Shorter keys of anonymous callers have no effect: by guessing one, a caller would get another caller's answer. */
const minStrangerKeyLength = 32;

/** The Idempotency-Key of a call that may be repeated by it. @throws commonErrors.header_malformed */
function repeatKeyOf(
  { method, idempotency, stream }: AnyEndpoint,
  actor: Actor,
  req: IncomingMessage,
): string | undefined {
  if (method === 'get' || idempotency === 'ignored' || stream === 'raw') return undefined;
  if (actor.kind !== 'none') return idempotencyKeyOf(req);
  const key = idempotency === 'strangers' ? idempotencyKeyOf(req) : undefined;
  return key !== undefined && key.length >= minStrangerKeyLength ? key : undefined;
}

async function authenticate({ actors }: HttpRuntime, handling: Handling): Promise<Actor> {
  const token = handling.req.headers[gatewayHeaders.actor];
  if (typeof token !== 'string') throw commonErrors.unauthorized();
  const verified = actors.verify(token);
  const actor = verified instanceof Promise ? await verified : verified;
  handling.actor = actor;
  return actor;
}

async function run(
  { context, checkAnswers }: HttpRuntime,
  { route, req, res }: Handling,
  actor: Actor,
  input: object,
): Promise<RenderedAnswer | undefined> {
  const operation = route.run(context, actor, input, { req, res });
  const result = await (checkAnswers ? operation.catch((error) => checkRefusal(route, error)) : operation);
  if (route.endpoint.stream === 'raw' && (res.headersSent || result === undefined)) return undefined;

  const rendered = renderAnswer(route.endpoint, result);
  if (checkAnswers) checkAnswer(route, rendered);
  return rendered;
}

/** @throws the error itself, or an Error when its code is not listed in the contract */
function checkRefusal({ endpoint }: HttpRoute, error: unknown): never {
  if (!(error instanceof AppError) || error.code in commonErrors.entries || endpoint.errors.includes(error.code))
    throw error;
  throw new Error(`${endpoint.operation} answers ${error.code}, which its contract does not list`, { cause: error });
}

function checkAnswer({ endpoint }: HttpRoute, rendered: RenderedAnswer): void {
  const [type = ''] = rendered.headers['content-type']?.split(';') ?? [];
  if (type !== 'application/json') {
    if (endpoint.produces?.includes(type)) return;
    throw new Error(`${endpoint.operation} answers ${type}, which its contract does not list`);
  }
  const { error } = endpoint.response.safeParse(JSON.parse(rendered.body));
  if (error === undefined) return;
  const faults = error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw new Error(`the answer of ${endpoint.operation} does not fit its contract: ${faults.join('; ')}`);
}

function write({ req, res, requestId }: Handling, { status, headers, body }: RenderedAnswer): void {
  // A gateway in this process has timed the call out and answered it.
  if (res.headersSent) return;
  const all: Record<string, string | number> = { ...headers, 'x-request-id': requestId };
  if (status !== 304) all['content-length'] = Buffer.byteLength(body);
  // What is left of a refused body is not read as the next call.
  if (leavesBody(req)) all.connection = 'close';
  res.writeHead(status, all);
  endAnswer(res, req.method === 'HEAD' ? undefined : body);
}

function refuse(handling: Handling, error: unknown): void {
  const { res, requestId } = handling;
  if (error instanceof CallerGone || res.destroyed) return;
  if (res.headersSent) {
    // A stream that broke in the middle must not look whole.
    res.destroy();
    return;
  }
  const refusal = error instanceof AppError ? error : commonErrors.internal({}, error);
  write(handling, problemAnswer(refusal, requestId));
}

function conclude({ log, metrics }: HttpRuntime, handling: Handling, durationMs: number, failure: unknown): void {
  const { route, requestId, span, actor } = handling;
  const line = {
    transport: 'http' as const,
    operation: route.endpoint.operation,
    ...judge(failure),
    durationMs: Math.round(durationMs * 1000) / 1000,
    requestId,
    traceId: traceIdOf(span.traceparent),
    projectId: actor?.projectId,
    error: failure,
  };
  if (failure !== undefined) span.fail(failure);
  span.end();
  metrics.handled(line);
  logHandled(log, line);
}

function judge(failure: unknown): { outcome: 'ok' | 'refused' | 'failed'; code?: string } {
  if (failure === undefined) return { outcome: 'ok' };
  if (failure instanceof CallerGone) return { outcome: 'refused', code: 'caller_gone' };
  return outcomeOf(failure);
}

function splitUrl(url: string): [path: string, search: string] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}
