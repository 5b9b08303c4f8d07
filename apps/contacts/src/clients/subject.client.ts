import type { ServiceName, SubjectCounts } from '@parley/contracts';
import type { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import type { PromiseClient } from '@parley/service-kit/grpc';

import type { Subject } from '../erasure/erasure.ts';

/** The services that hold data of people, besides this one. Who joins the mesh, and serves `parley.subject.v1`, joins this list. */
export const subjectServices = [
  'conversations',
  'workspace',
  'media',
  'bots',
  'analytics',
  'webhooks',
] as const satisfies readonly ServiceName[];

/** How long one service may take for one answer; what it has erased until then it need not erase again. */
export const subjectDeadlineMs = 10_000;

/** What is held of somebody, as an export shows it. */
interface SubjectRecord {
  /** `request`, `message`, `file`, … */
  type: string;
  record: unknown;
}

/** What one service holds of people. Every call may be repeated. @throws dependency_down */
export interface SubjectHolder {
  service: string;
  export(subject: Subject): AsyncIterable<SubjectRecord>;
  erase(subject: Subject): Promise<SubjectCounts>;
  /** What is left. */
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
