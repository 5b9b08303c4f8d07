import type {
  CustomEventView,
  EventEnvelope,
  MessageView,
  RequestInEvent,
  RequestOfMessage,
  RuleEvent,
} from '@parley/contracts';

import type { EventValues } from '../condition/evaluate.ts';
import { isBot } from '../request-state/request.ts';

/** An event as rules see it. */
export interface Occurrence {
  id: string;
  type: string;
  time: string;
  projectId: string;
  requestId: string;
  /** What it is called in the `on` of rules; a request becomes real by an update, too. */
  words: RuleEvent[];
  values: EventValues;
  /** The request as it was; absent where the event does not carry all of it. */
  whole?: RequestInEvent;
  /** Who must see the request for it to count: the principal that emitted a custom event. */
  emitter?: string;
  cause: { causationId: string; depth: number; correlationId: string };
  /** The event that caused it, if any. */
  causedBy: string | undefined;
}

/** Events of this depth start no rules: they have come through too many hands. */
const maxDepth = 8;

/** The types of events that may start rules. */
export const occurringTypes: readonly string[] = [
  ...['request.created', 'request.updated', 'request.assigned', 'request.unassigned', 'request.abandoned'],
  ...['request.closed', 'request.reopened', 'request.rated', 'request.note_added', 'request.snoozed', 'request.woken'],
  ...['request.sla_due_soon', 'request.sla_breached', 'message.created', 'message.status_changed', 'event.emitted'],
];

interface Data {
  request?: RequestOfMessage;
  message?: MessageView & { recipient: string };
  isFirst?: boolean;
  fromRequester?: boolean;
  to?: number;
  request_id?: string;
  changes?: string[];
  previous?: Record<string, unknown>;
  event?: CustomEventView;
}

/** @returns `undefined`: it starts no rule */
export function occurrenceOf(envelope: EventEnvelope): Occurrence | undefined {
  const data = envelope.data as Data;
  const { request, event } = data;
  const requestId = request?.request_id ?? requestIdOf(data);
  if (envelope.depth >= maxDepth || requestId === undefined) return undefined;
  if (request && (request.draft || request.preflight || (isAtRest(request) && !isWritten(data)))) return undefined;
  const words = wordsOf(envelope.type, data);
  if (words.length === 0) return undefined;
  const isWhole = request !== undefined && envelope.type.startsWith('request.');
  return {
    ...{ id: envelope.id, type: envelope.type, time: envelope.time, projectId: envelope.idproject, requestId, words },
    values: valuesOf(envelope, data),
    ...(isWhole && { whole: request as RequestInEvent }),
    ...(event && { emitter: event.createdBy }),
    cause: { causationId: envelope.id, depth: envelope.depth + 1, correlationId: envelope.correlationid },
    causedBy: envelope.causationid,
  };
}

/** A request of another system starts rules and surveys from the first message on that is written here. */
export function isAtRest({
  imported,
  last_requester_at,
  last_team_at,
}: Pick<RequestOfMessage, 'imported' | 'last_requester_at' | 'last_team_at'>): boolean {
  return imported === true && !last_requester_at && !last_team_at;
}

function isWritten({ message }: Data): boolean {
  return message !== undefined && !message.imported;
}

function requestIdOf({ message, request_id, event }: Data): string | undefined {
  const named = event?.attributes?.request_id;
  return message?.recipient ?? request_id ?? (typeof named === 'string' ? named : undefined);
}

function wordsOf(type: string, { message, to = 0, previous }: Data): RuleEvent[] {
  switch (type) {
    case 'message.created':
      // Copied ones happened long ago; service lines are no messages of anybody.
      return message?.imported || message?.audience === 'service' ? [] : ['message.created'];
    case 'message.status_changed':
      return to < 0 ? ['message.failed'] : [];
    case 'request.updated':
      return previous?.preflight === true ? ['request.created', 'request.updated'] : ['request.updated'];
    default:
      return [type as RuleEvent];
  }
}

function valuesOf(envelope: EventEnvelope, data: Data): EventValues {
  const [kind = 'system', id] = envelope.actor.split(':');
  const { request, message, changes, previous, event, isFirst, fromRequester } = data;
  const requester = request?.lead.lead_id;
  return {
    'event.actor': actorId(kind, id),
    'event.actor_type': kind === 'user' || kind === 'token' ? (id === requester ? 'requester' : 'team') : kind,
    ...(changes && { 'event.changes': changes }),
    ...(previous && { 'event.previous': previous }),
    ...(event && { 'event.attributes': event.attributes }),
    ...(message?.sender !== undefined && {
      'message.sender_kind': fromRequester ? 'requester' : senderKind(message, requester),
      ...{ 'message.type': message.type, 'message.audience': message.audience, 'message.text': message.text },
      'message.first': isFirst,
    }),
  };
}

function actorId(kind: string, id: string | undefined): string {
  if (kind === 'bot') return `bot_${id}`;
  return kind === 'rule' ? `rule_${id}` : (id ?? 'system');
}

function senderKind({ sender, attributes }: MessageView, requester: string | undefined): string {
  const automation = attributes?.automation;
  if (typeof automation === 'object' && automation !== null && 'rule' in automation) return 'rule';
  if (sender === 'system') return 'system';
  if (isBot(sender)) return 'bot';
  return sender === requester ? 'requester' : 'team';
}

/** Whether a rule listens to it; of messages only visible ones, unless the rule asks for others. */
export function listens(
  { on, filters }: { on: readonly RuleEvent[]; filters: readonly { field: string }[] },
  { words, values }: Occurrence,
): boolean {
  if (!words.some((word) => on.includes(word))) return false;
  const audience = values['message.audience'];
  return audience === undefined || audience === 'all' || filters.some(({ field }) => field === 'message.audience');
}
