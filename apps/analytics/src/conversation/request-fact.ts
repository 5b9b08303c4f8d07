import type { RequestInEvent, RequestOfMessage } from '@parley/contracts';
import { RequestStatus } from '@parley/contracts';

import { labelOf } from '../rollup/label.ts';
import { quarterMs } from '../window/cells.ts';

/** The countable data of a request at one of its versions. */
export interface RequestFact {
  projectId: string;
  id: string;
  requestId: string;
  version: number;
  isDeleted: boolean;
  isDraft: boolean;
  isCounted: boolean;
  createdAt: Date;
  /** When the event of this version was recorded. */
  recordedAt: Date;
  /** Empty: no department. */
  department: string;
  channel: string;
  status: number;
  hasBot: boolean;
  participants: string[];
  tags: string[];
  waitingMs: number | null;
  durationMs: number | null;
  durationClass: number | null;
  rating: number | null;
  priority: string;
  /** Of the service levels, now. */
  policy: string | null;
  /** The survey of the last closing. */
  survey: string | null;
  surveyAnswered: boolean;
}

/** The contribution of a request to the rollups. */
export type Contribution = Pick<
  RequestFact,
  'department' | 'channel' | 'status' | 'hasBot' | 'waitingMs' | 'durationMs' | 'durationClass' | 'rating'
> & { quarter: number };

/** The part of a request that figures need, in any of its forms. */
export type CountedRequest = Pick<
  RequestInEvent,
  | '_id'
  | 'request_id'
  | '__v'
  | 'id_project'
  | 'createdAt'
  | 'status'
  | 'preflight'
  | 'draft'
  | 'hasBot'
  | 'participants'
  | 'channel'
  | 'tags'
  | 'waiting_time'
  | 'closed_at'
  | 'rating'
> &
  Partial<Pick<RequestInEvent, 'priority' | 'sla' | 'survey'>> & {
    department?: string | { _id: string } | undefined;
  };

/** Source: contract 40 section 1.1. */
export function factOf(request: CountedRequest, recordedAt: Date): RequestFact {
  const { status, department, closed_at } = request;
  const createdAt = new Date(request.createdAt);
  const isCounted = !request.preflight && !request.draft && status !== RequestStatus.temporary;
  const isClosed = status === RequestStatus.closed && closed_at !== undefined;
  const durationMs = isCounted && isClosed ? Date.parse(closed_at) - createdAt.getTime() : null;
  return {
    projectId: request.id_project,
    id: request._id,
    requestId: request.request_id,
    version: request.__v,
    isDeleted: false,
    isDraft: request.draft,
    isCounted,
    createdAt,
    recordedAt,
    department: typeof department === 'object' ? department._id : (department ?? ''),
    channel: labelOf(request.channel.name),
    status,
    hasBot: request.hasBot,
    participants: [...new Set(request.participants)],
    tags: [...new Set(request.tags.map(({ tag }) => tag))],
    waitingMs: request.waiting_time ?? null,
    durationMs,
    durationClass: durationMs === null ? null : durationClassOf(durationMs),
    rating: request.rating ?? null,
    priority: request.priority ?? '',
    policy: request.sla?.policy?._id ?? null,
    survey: request.survey?._id ?? null,
    surveyAnswered: request.survey?.answered_at !== undefined,
  };
}

/**
 * The fact of a request that is known only from a message. It has the version before, so that the event of the request itself
 * replaces it.
 */
export function provisionalFactOf(request: RequestOfMessage, recordedAt: Date): RequestFact {
  const fact = factOf({ ...request, tags: request.tags ?? [] }, recordedAt);
  return { ...fact, version: fact.version - 1 };
}

/** Logarithmic classes of about 5 % each: every duration of a class is longer than those of the classes before. */
function durationClassOf(durationMs: number): number {
  return Math.floor(Math.log1p(Math.max(0, durationMs)) * 20);
}

/** Tombstone: the request stays deleted, whatever event arrives later. */
export function tombstoneOf(
  { projectId, id, requestId, version }: Pick<RequestFact, 'projectId' | 'id' | 'requestId' | 'version'>,
  recordedAt: Date,
): RequestFact {
  return {
    ...{ projectId, id, requestId, version, recordedAt, isDeleted: true, isDraft: false, isCounted: false },
    ...{ createdAt: recordedAt, department: '', channel: '', status: 0, hasBot: false, participants: [], tags: [] },
    ...{ waitingMs: null, durationMs: null, durationClass: null, rating: null },
    ...{ priority: '', policy: null, survey: null, surveyAnswered: false },
  };
}

/** The newer of two facts of one request; a tombstone wins and keeps the time of creation. */
export function newerOf(current: RequestFact | undefined, incoming: RequestFact): RequestFact {
  if (current === undefined) return incoming;
  if (current.isDeleted || (current.version >= incoming.version && !incoming.isDeleted)) return current;
  return incoming.isDeleted ? { ...incoming, createdAt: current.createdAt } : incoming;
}

/** Undefined for a request that does not count as a conversation. */
function contributionOf(fact: RequestFact | undefined): Contribution | undefined {
  if (!fact?.isCounted) return undefined;
  const { department, channel, status, hasBot, waitingMs, durationMs, durationClass, rating, createdAt } = fact;
  const quarter = Math.floor(createdAt.getTime() / quarterMs);
  return { department, channel, status, hasBot, waitingMs, durationMs, durationClass, rating, quarter };
}

/** The change of a fact; without `before`, a new or an unchanged fact. */
export interface FactChange {
  before?: RequestFact;
  after: RequestFact;
}

/** Whether the messages of the request have to be recounted. */
export function concernsMessages({ before, after }: FactChange): boolean {
  return before !== undefined && (before.isDraft !== after.isDraft || before.isDeleted !== after.isDeleted);
}

/** Deltas of the rollups when a fact replaces another; empty when both contribute the same. */
export function movesBetween(
  before: RequestFact | undefined,
  after: RequestFact,
): { sign: 1 | -1; contribution: Contribution }[] {
  const [old, now] = [contributionOf(before), contributionOf(after)];
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  return [
    ...(old ? [{ sign: -1 as const, contribution: old }] : []),
    ...(now ? [{ sign: 1 as const, contribution: now }] : []),
  ];
}
