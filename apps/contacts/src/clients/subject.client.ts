import type { ServiceName, SubjectCounts } from '@parley/contracts';
import type { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import type { PromiseClient } from '@parley/service-kit/grpc';

import type { Subject } from '../erasure/erasure.ts';

/** The other services that hold personal data. Every service that serves `parley.subject.v1` belongs in this list. */
export const subjectServices = [
  'conversations',
  'workspace',
  'media',
  'bots',
  'analytics',
  'webhooks',
  'channels',
] as const satisfies readonly ServiceName[];

/** Timeout per service and call; a retried erasure continues where the last one stopped. */
export const subjectDeadlineMs = 10_000;

/** A record of personal data in an export. */
interface SubjectRecord {
  /** `request`, `message`, `file`, … */
  type: string;
  record: unknown;
}

/** The personal data in one service. All calls are idempotent. @throws dependency_down */
export interface SubjectHolder {
  service: string;
  export(subject: Subject): AsyncIterable<SubjectRecord>;
  erase(subject: Subject): Promise<SubjectCounts>;
  /** Counts what is left. */
  count(subject: Subject): Promise<SubjectCounts>;
}

export function subjectHolder(
  service: ServiceName,
  client: PromiseClient<typeof SubjectServiceService>,
): SubjectHolder {
  return {
    service,
    async *export(subject) {
      for await (const { type, recordJson } of client.export({ subject: wireOf(subject) })) {
        yield { type, record: JSON.parse(recordJson) as unknown };
      }
    },
    erase: async (subject) => (await client.erase({ subject: wireOf(subject) })).erased,
    count: async (subject) => (await client.count({ subject: wireOf(subject) })).remaining,
  };
}

function wireOf({ projectId, lead, leadId, requests, until }: Subject) {
  return { idProject: projectId, lead, leadId, requests: [...requests], untilMs: until?.getTime() };
}
