import type { RequestInEvent, RequestOfMessage } from '@parley/contracts';
import { RequestStatus } from '@parley/contracts';

import { labelOf } from '../rollup/label.ts';
import { quarterMs } from '../window/cells.ts';

/** What counts of a request, as of one of its versions. */
export interface RequestFact {
  projectId: string;
  id: string;
  requestId: string;
  version: number;
  isDeleted: boolean;
  isDraft: boolean;
  isCounted: boolean;
  createdAt: Date;
  /** When the event was recorded that told of this version. */
  recordedAt: Date;
  /** Empty: none. */
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
}

/** What a request adds to the rollups. */
export type Contribution = Pick<
  RequestFact,
  'department' | 'channel' | 'status' | 'hasBot' | 'waitingMs' | 'durationMs' | 'durationClass' | 'rating'
> & { quarter: number };

/** As much of a request, in any of its forms, as the figures need. */
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
> & { department?: string | { _id: string } | undefined };

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
  };
}

/**
 * What a message tells of its request, for one of which nothing else was heard yet. It counts as a version of before: the request's own
 * event tells the same version in full.
 */
export function provisionalFactOf(request: RequestOfMessage, recordedAt: Date): RequestFact {
  const fact = factOf({ ...request, tags: request.tags ?? [] }, recordedAt);
  return { ...fact, version: fact.version - 1 };
}

/** Grows with the duration, so that all of a class are longer than all of the class before it; each spans about 5 %. */
function durationClassOf(durationMs: number): number {
  return Math.floor(Math.log1p(Math.max(0, durationMs)) * 20);
}

/** A request that is gone for good, whatever is heard of it later. */
export function tombstoneOf(
  { projectId, id, requestId, version }: Pick<RequestFact, 'projectId' | 'id' | 'requestId' | 'version'>,
  recordedAt: Date,
): RequestFact {
  return {
    ...{ projectId, id, requestId, version, recordedAt, isDeleted: true, isDraft: false, isCounted: false },
    ...{ createdAt: recordedAt, department: '', channel: '', status: 0, hasBot: false, participants: [], tags: [] },
    ...{ waitingMs: null, durationMs: null, durationClass: null, rating: null },
  };
}

/** Which of two facts of one request counts; what is deleted stays so, and is known by the time of its creation. */
export function newerOf(current: RequestFact | undefined, incoming: RequestFact): RequestFact {
  if (current === undefined) return incoming;
  if (current.isDeleted || (current.version >= incoming.version && !incoming.isDeleted)) return current;
  return incoming.isDeleted ? { ...incoming, createdAt: current.createdAt } : incoming;
}

/** Nothing for what is no conversation of the figures. */
function contributionOf(fact: RequestFact | undefined): Contribution | undefined {
  if (!fact?.isCounted) return undefined;
  const { department, channel, status, hasBot, waitingMs, durationMs, durationClass, rating, createdAt } = fact;
  const quarter = Math.floor(createdAt.getTime() / quarterMs);
  return { department, channel, status, hasBot, waitingMs, durationMs, durationClass, rating, quarter };
}

/** What an event made of a fact: nothing, where `before` is absent and the fact was there. */
export interface FactChange {
  before?: RequestFact;
  after: RequestFact;
}

/** Whether the messages of a request count otherwise than before. */
export function concernsMessages({ before, after }: FactChange): boolean {
  return before !== undefined && (before.isDraft !== after.isDraft || before.isDeleted !== after.isDeleted);
}

/** How the rollups move when one fact takes the place of another: nothing when both contribute the same. */
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
