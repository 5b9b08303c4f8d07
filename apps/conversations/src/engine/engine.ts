import type { Audience, EventEnvelope, MessageView, RequestOfMessage } from '@parley/contracts';
import { isTransientStatus, type RetrySchedule } from '@parley/outbound';

/** Where an external engine is reached, and how calls to it are signed. */
export interface Engine {
  url: string;
  /** The newest first. */
  secrets: readonly string[];
}

/** The call to an external engine for one change of a request. Source: contract 21 section 9. */
export interface EngineCall {
  type: EngineType;
  /** `_id` of the request. */
  request: string;
  requestId: string;
  messageId: string | null;
  /** The exact text to send. */
  body: string;
}

type EngineType =
  | 'request.opened'
  | 'request.closed'
  | 'request.reopened'
  | 'request.deleted'
  | 'participants.changed'
  | 'message.created';

/** Event types that are delivered to an engine. */
export const engineEvents = [
  'request.created',
  'request.closed',
  'request.reopened',
  'request.deleted',
  'request.participant_joined',
  'request.participant_left',
  'message.created',
] as const;

/** Audiences whose messages leave the installation; `service` messages are marked as hidden. */
const deliveredAudiences = new Set<Audience>(['all', 'service']);

/** Whether messages of this audience are delivered to an external engine. */
export const reachesEngine = (audience: Audience): boolean => deliveredAudiences.has(audience);

/** The call for an event, built from the event alone; `undefined` for events that are not delivered. */
export function engineCallOf({ type, time, idproject, partitionkey, data }: EventEnvelope): EngineCall | undefined {
  const event = data as EventData;
  if (event.erased || event.imported || event.message?.imported) return undefined;
  const requestId = event.request?.request_id ?? event.request_id;
  if (requestId === undefined) return undefined;
  const call = (name: EngineType, more: object = {}, messageId: string | null = null): EngineCall => {
    const about = { ...placeOf(idproject, requestId, event), ...more };
    const body = JSON.stringify({ type: name, timestamp: time, data: about });
    return { type: name, request: partitionkey, requestId, messageId, body };
  };

  switch (type) {
    case 'request.created':
      return call('request.opened');
    case 'request.closed':
    case 'request.reopened':
    case 'request.deleted':
      return call(type);
    case 'request.participant_joined':
      return call('participants.changed', { joined: [event.member], left: [] });
    case 'request.participant_left':
      return call('participants.changed', { joined: [], left: [event.member] });
    case 'message.created': {
      const { audience = 'all', ...message } = event.message ?? {};
      if (!reachesEngine(audience)) return undefined;
      const hidden = audience === 'service';
      return call('message.created', { message: { ...message, hidden } }, event.message?._id ?? null);
    }
    default:
      return undefined;
  }
}

interface EventData {
  erased?: boolean;
  imported?: boolean;
  request?: RequestOfMessage;
  request_id?: string;
  member?: string;
  message?: Partial<MessageView>;
  audience?: { participants: string[] };
}

function placeOf(projectId: string, requestId: string, { request, audience }: EventData): object {
  const { lead_id, fullname, email } = request?.lead ?? {};
  return {
    ...{ id_project: projectId, request_id: requestId, channel: request?.channel },
    ...(request && { lead: { lead_id, fullname, email } }),
    participants: request?.participants ?? audience?.participants ?? [],
  };
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
export const retrySchedule: RetrySchedule = {
  waitsMs: [
    ...[5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute],
    ...[2 * hour, 5 * hour, 10 * hour, 24 * hour],
  ],
  jitter: 0.2,
  maxRetryAfterMs: 24 * hour,
};

/** A failing delivery holds back those behind it for at most this long. */
export const holdMs = 10 * minute;
/** Consecutive failures that open the circuit breaker. */
export const circuitBreakerFailures = 20;
export const probeEveryMs = minute;

/** The outcome of one attempt. @param status of the answer, if one came */
export function resultOf(status: number | undefined): 'taken' | 'refused' | 'failed' {
  if (status === undefined || isTransientStatus(status)) return 'failed';
  return status >= 200 && status < 300 ? 'taken' : 'refused';
}
