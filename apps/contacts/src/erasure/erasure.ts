import type { ErasedServiceView, ErasureView, SubjectCounts } from '@parley/contracts';

/** The erasure of a person in all services. */
export interface Erasure {
  id: string;
  projectId: string;
  /** `_id` of the lead. */
  lead: string;
  /** Their `lead_id`; `null` once they are erased everywhere. */
  leadId: string | null;
  /** `_id`s of their known requests. */
  requests: string[];
  status: 'running' | 'done';
  requestedBy: string;
  reason: string | null;
  services: ErasedServiceView[];
  receipt: string | null;
  createdAt: Date;
  updatedAt: Date;
  finishedAt: Date | null;
  version: number;
}

/** The person, as identified to other services. */
export interface Subject {
  projectId: string;
  /** `_id` of the lead. */
  lead: string;
  /** Their `lead_id`. */
  leadId: string;
  requests: readonly string[];
  /** Newer data known by `lead_id` alone belongs to a new person with the same `lead_id`. */
  until?: Date;
}

/** Retention of events in the transport. Source: contract 50 section 3.2. */
const transportMs = 72 * 3_600_000;

export function begun(
  about: Pick<Erasure, 'id' | 'projectId' | 'lead' | 'leadId' | 'requestedBy' | 'reason'>,
  services: readonly string[],
  at: Date,
): Erasure {
  return {
    ...about,
    requests: [],
    status: 'running',
    services: services.map((service) => ({ service, status: 'pending', erased: {}, remaining: {} })),
    receipt: null,
    createdAt: at,
    updatedAt: at,
    finishedAt: null,
    version: 0,
  };
}

/** Replaces the `lead_id` of an erased lead, which a new person may then use. */
export function erasedLeadId(erasureId: string): string {
  return `erased-${erasureId}`;
}

export function subjectOf({ projectId, lead, leadId, requests, createdAt }: Erasure): Subject {
  return { projectId, lead, leadId: leadId ?? '', requests, until: createdAt };
}

/** Adds requests; all services are then asked again. */
export function withRequests(erasure: Erasure, requests: readonly string[]): Erasure {
  const all = [...new Set([...erasure.requests, ...requests])];
  if (all.length === erasure.requests.length) return erasure;
  return { ...erasure, requests: all, services: erasure.services.map((one) => ({ ...one, status: 'pending' })) };
}

/** @param answers counts of erased records, by service; services that did not answer are missing */
export function withErased(erasure: Erasure, answers: ReadonlyMap<string, SubjectCounts>): Erasure {
  const services = erasure.services.map((one): ErasedServiceView => {
    const erased = answers.get(one.service);
    return erased ? { ...one, status: 'erased', erased: sum(one.erased, erased) } : one;
  });
  return { ...erasure, services };
}

/** @param answers counts of remaining records, by service; services with any are asked to erase again */
export function withRemaining(erasure: Erasure, answers: ReadonlyMap<string, SubjectCounts>): Erasure {
  const services = erasure.services.map((one): ErasedServiceView => {
    const counted = answers.get(one.service);
    if (!counted) return one;
    const remaining = Object.fromEntries(Object.entries(counted).filter(([, count]) => count > 0));
    return { ...one, remaining, status: Object.keys(remaining).length === 0 ? 'done' : 'pending' };
  });
  return { ...erasure, services };
}

export function haveAllErased({ services }: Erasure): boolean {
  return services.every(({ status }) => status !== 'pending');
}

/** Whether nothing is left in any service. */
export function isClean({ services }: Erasure): boolean {
  return services.every(({ status }) => status === 'done');
}

/** The claims of the receipt: ids, times and counts. */
export function receiptClaims({ id, projectId, lead, createdAt, services }: Erasure, finishedAt: Date) {
  return {
    erasure: id,
    id_project: projectId,
    lead,
    startedAt: createdAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    services: services.map(({ service, erased, remaining }) => ({ service, erased, remaining })),
  };
}

/** Ends the erasure and drops everything but the ids that identify it. */
export function finished(erasure: Erasure, receipt: string, at: Date): Erasure {
  return { ...erasure, status: 'done', leadId: null, requests: [], receipt, finishedAt: at };
}

function sum(one: SubjectCounts, other: SubjectCounts): SubjectCounts {
  const kinds = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(kinds.map((kind) => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)]));
}

export function viewOf(erasure: Erasure): ErasureView {
  const { id, projectId, lead, status, requestedBy, reason, services, receipt } = erasure;
  return {
    ...{ _id: id, id, id_project: projectId, lead, status, requestedBy },
    ...(reason !== null && { reason }),
    services,
    expires: { eventTransport: new Date(erasure.createdAt.getTime() + transportMs).toISOString() },
    ...(receipt !== null && { receipt }),
    createdAt: erasure.createdAt.toISOString(),
    updatedAt: erasure.updatedAt.toISOString(),
    ...(erasure.finishedAt && { finishedAt: erasure.finishedAt.toISOString() }),
    __v: erasure.version,
  };
}
