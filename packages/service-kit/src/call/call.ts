import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

import { type Actor, commonErrors } from '@parley/contracts';

/**
 * Ambient facts of the call being handled: of an HTTP or gRPC call, of an event, of a job.
 * Never holds business data.
 */
export interface Call {
  requestId: string;
  /** Name of the endpoint, gRPC method, event or job: the word that log, span and metric share. */
  operation: string;
  /** Absent: the system itself. */
  actor?: Actor;
  /** Path that was called, as sent, without the query; of HTTP calls only. */
  path?: string;
  clientAddress?: string;
  /** Of the page that made the call, where it is not the console's own. */
  origin?: string;
  userAgent?: string;
  /** W3C trace context. */
  traceparent?: string;
  /** The request id of the call from outside that began the chain. */
  correlationId: string;
  /** Id of the event whose handling this is. */
  causationId?: string;
  /** The depth that events recorded in this call carry: 0 for a call from outside, else depth of the cause + 1. */
  depth: number;
  ifMatch?: string;
  ifNoneMatch?: string;
  /** The caller has read the messages of the request up to this `seq`: a newer one by another author refuses the call. */
  ifSeq?: number;
  /** When the caller stops waiting, in ms since the epoch. */
  deadline?: number;
  idempotency?: {
    key: string;
    fingerprint: string;
    /** Id of the principal that a stranger becomes by this call, equal in each repeat. */
    principalId?: string;
    /** Of a batch, whose items are claimed one by one: what their claims share. */
    batch?: {
      projectId: string;
      principal: string;
      method: string;
      path: string;
      former?: readonly { principal: string; fingerprint: string }[];
    };
  };
}

// One store for the process is safe for two services in it: a call belongs to exactly one asynchronous chain.
const calls = new AsyncLocalStorage<Call>();

/** The call being handled; outside any call a fresh one, whose actor is the system. */
export function currentCall(): Call {
  return calls.getStore() ?? complete({});
}

/**
 * Runs `work` as the handling of `call`. What `call` leaves out comes from the call around it, or is fresh.
 * An actor that acts with a callback token brings the event and depth it was made for (contract 50 section 1).
 */
export function runInCall<T>(call: Partial<Call>, work: () => T): T {
  return calls.run(complete({ ...calls.getStore(), ...call }), work);
}

/**
 * Refuses a stale `If-Match`. Call it under the row lock: only there `version` cannot change any more.
 * @param version the record's `__v` before the change
 * @throws commonErrors.version_mismatch when the call's `If-Match` names other versions only
 */
export function checkIfMatch(version: number): void {
  const { ifMatch } = currentCall();
  if (ifMatch === undefined) return;

  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''));
  if (!tags.includes('*') && !tags.includes(String(version))) throw commonErrors.version_mismatch();
}

function complete(call: Partial<Call>): Call {
  const { actor } = call;
  const requestId = call.requestId ?? randomUUID();
  const tokenDepth = actor?.event === undefined ? 0 : (actor.depth ?? 0) + 1;
  return {
    ...call,
    requestId,
    operation: call.operation ?? 'system',
    correlationId: call.correlationId ?? requestId,
    causationId: call.causationId ?? actor?.event,
    depth: call.depth ?? tokenDepth,
  };
}
