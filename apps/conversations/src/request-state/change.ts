import {
  type DecisionView,
  type DomainEvent,
  type EventDefinition,
  type HistoryVerb,
  RequestStatus,
  requestUpdated,
  type ScheduledState,
  type SlaChangeReason,
} from '@parley/contracts';

import type { NewMessage } from './message.ts';
import { announcedMembers } from './request.columns.ts';
import { isBot, type SupportRequest } from './request.ts';
import type { ServiceLine } from './service-line.ts';

/** An event as the rules produce it. The repository adds the after-image `request`, the same one to all events of a change. */
export interface PendingEvent {
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly definition: Definition;
  /** The routing decision, for the history alone; events that publish their decision carry it in `data`. */
  readonly decision?: DecisionView | undefined;
  /** Of its line in the history, if the type of the event does not say it. */
  readonly verb?: HistoryVerb;
}

// Method syntax on purpose: definitions with different payloads are all assignable to it.
type Definition = { readonly type: string; readonly schema: EventDefinition['schema'] };
type DataOf<D> = D extends (data: infer Data) => DomainEvent ? Omit<Data, 'request' | 'omitted'> : never;

export function pendingEvent<D extends Definition & ((data: never) => DomainEvent)>(
  definition: D,
  data: DataOf<D>,
  decision?: DecisionView,
): PendingEvent {
  return { type: definition.type, data: data as Record<string, unknown>, definition, decision };
}

/** What becomes of a scheduled message. */
export interface EndedSchedule {
  id: string;
  state: Exclude<ScheduledState, 'pending'>;
  why?: string | undefined;
  message_id?: string | undefined;
}

/** What an operation does to a request; `next === current` is a declared no-op: nothing is written or published. */
export interface Change {
  current: SupportRequest | null;
  next: SupportRequest;
  events: PendingEvent[];
  /** Messages sent with the change; the service lines follow them. */
  messages: NewMessage[];
  lines: ServiceLine[];
  /** Events that number nothing: neither a new version nor a line of the history. */
  notices?: PendingEvent[];
  /** Scheduled messages that are no longer pending. */
  unscheduled?: readonly EndedSchedule[];
  /** The service levels are evaluated again; `pin`: by this policy, or by none. */
  slaChange?: { why: SlaChangeReason; pin?: string | null };
  /** Capacity by user id, checked again when the seats are stored: a concurrent change may have taken one. */
  limits?: Record<string, number>;
}

export function unchanged(current: SupportRequest): Change {
  return { current, next: current, events: [], messages: [], lines: [] };
}

/** A change being built; it never leaves the rules of one operation. */
export interface ChangeDraft extends Change {
  at: Date;
}

export function begin(current: SupportRequest, at: Date): ChangeDraft {
  return { current, next: { ...current }, events: [], messages: [], lines: [], at };
}

/** Wire names and new values of what differs. Members are replaced, never mutated, so comparing identity is enough. */
function differences(current: SupportRequest, next: SupportRequest): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const [member, name] of announcedMembers) {
    if (current[member] !== next[member]) patch[name] = next[member];
  }
  if ('attributes' in patch) patch.attributes = attributesOnTheWire(next);
  return patch;
}

/** `attributes` with the two members only the server writes. */
export function attributesOnTheWire(
  request: Pick<SupportRequest, 'attributes' | 'abandonedBy' | 'status'>,
): Record<string, unknown> {
  const left = Object.keys(request.abandonedBy).length > 0;
  const all = request.status === RequestStatus.abandoned;
  if (!left && !all) return request.attributes;
  return {
    ...request.attributes,
    ...(left && { abandoned_by_project_users: request.abandonedBy }),
    ...(all && { fully_abandoned: true }),
  };
}

/**
 * Ends an operation on an existing request: updates the derived members, adds `request.updated`, or turns into a no-op.
 * @param comment name of the operation
 */
export function finish(draft: ChangeDraft, comment: string): Change {
  const { current, next, events, lines, messages, unscheduled, at } = draft;
  if (!current) return draft;
  updateDerived(next, current, at);

  const patch = differences(current, next);
  const changes = Object.keys(patch);
  if (changes.length === 0 && events.length === 0) {
    return { current, next: sameOrNext(current, next), events, lines, messages };
  }
  const updated = pendingEvent(requestUpdated, { changes, patch, ...previousOf(current, next), comment });
  return { current, next, lines, messages, events: [...events, updated], ...(unscheduled && { unscheduled }) };
}

/** Followers of the feed need the previous values of what decides visibility. */
function previousOf(current: SupportRequest, next: SupportRequest): { previous?: object } {
  const previous = {
    ...(current.preflight !== next.preflight && { preflight: current.preflight }),
    ...(current.departmentId !== next.departmentId && { department: current.departmentId }),
    ...(current.participants !== next.participants && { participants: current.participants }),
    ...(current.followers !== next.followers && { followers: current.followers }),
  };
  return Object.keys(previous).length > 0 ? { previous } : {};
}

/** Members that are derived from the others. */
export function updateDerived(next: SupportRequest, current: SupportRequest | null, at: Date): void {
  next.hasBot = next.participants.some(isBot);
  if (next.status !== current?.status) next.activeAt = at;
}

function sameOrNext(current: SupportRequest, next: SupportRequest): SupportRequest {
  const same = (Object.keys(next) as (keyof SupportRequest)[]).every((member) => next[member] === current[member]);
  return same ? current : next;
}
