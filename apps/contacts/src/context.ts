import type { Database } from '@parley/service-kit/database';
import type { Logger } from '@parley/service-kit/observability';
import type { Limits } from '@parley/service-kit/security';
import type { TaskWorker } from '@parley/service-kit/tasks';

import type { ConversationsClient } from './clients/conversations.client.ts';
import type { Ledger } from './clients/ledger.client.ts';
import type { SubjectHolder } from './clients/subject.client.ts';
import type { WorkspaceClient } from './clients/workspace.client.ts';
import type { ErasureRepository } from './erasure/erasure.repository.ts';
import type { LeadQueries } from './lead/lead.query.repository.ts';
import type { LeadRepository } from './lead/lead.repository.ts';
import type { MembershipRepository } from './membership/membership.repository.ts';
import type { PropertyRepository } from './property/property.repository.ts';
import type { RetentionRepository } from './retention/retention.repository.ts';
import type { SegmentRepository } from './segment/segment.repository.ts';

/** Everything an operation may use. */
export interface Context extends WorkerContext {
  ledger: Ledger;
  erasureWorker: TaskWorker;
  tagWorker: TaskWorker;
  membershipWorker: TaskWorker;
}

/** The part of the context that background workers use. */
export interface WorkerContext {
  db: Database;
  limits: Limits;
  log: Logger;
  leads: LeadRepository;
  /** Lists and searches, over separate connection pools. */
  leadQueries: LeadQueries;
  segments: SegmentRepository;
  memberships: MembershipRepository;
  properties: PropertyRepository;
  erasures: ErasureRepository;
  retention: RetentionRepository;
  conversations: ConversationsClient;
  workspace: WorkspaceClient;
  /** All services that hold personal data, this one first. */
  subjects: readonly SubjectHolder[];
}
