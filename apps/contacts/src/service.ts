import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { LedgerServiceService } from '@parley/proto-gen/subject/v1/ledger';
import { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { eventsPassed } from '@parley/service-kit/consumers';
import { connectDatabase, type Database, type DatabaseOptions } from '@parley/service-kit/database';
import { defineService, type ServiceResources } from '@parley/service-kit/service';
import { orderedTaskWorker } from '@parley/service-kit/tasks';

import { conversationsClient } from './clients/conversations.client.ts';
import { ledgerClient } from './clients/ledger.client.ts';
import { type SubjectHolder, subjectDeadlineMs, subjectHolder, subjectServices } from './clients/subject.client.ts';
import { workspaceClient } from './clients/workspace.client.ts';
import { Config } from './config.ts';
import type { Context } from './context.ts';
import { ErasureRepository } from './erasure/erasure.repository.ts';
import { startErasureWorker } from './erasure/erasure-worker.ts';
import { erasureRoutes } from './erasure/repeat-erasures.ts';
import { grpc } from './grpc.ts';
import { http } from './http.ts';
import { jobs } from './jobs.ts';
import {
  exportLimits,
  type LeadDatabases,
  LeadQueries,
  searchLimits,
  slowLimits,
} from './lead/lead.query.repository.ts';
import { LeadRepository } from './lead/lead.repository.ts';
import { MembershipRepository } from './membership/membership.repository.ts';
import { startMembershipWorker } from './membership/prepare-segment.ts';
import { PropertyRepository } from './property/property.repository.ts';
import { RetentionRepository } from './retention/retention.repository.ts';
import { SegmentRepository } from './segment/segment.repository.ts';
import { SubjectRepository } from './subject/subject.repository.ts';
import { subscriptions } from './subscriptions.ts';
import { applyTagChange, tagTask } from './tag/apply-tag-change.ts';

export const startContacts = defineService({
  name: 'contacts',
  config: Config,
  database: { folder: new URL('../prisma/', import.meta.url) },
  context: buildContext,
  http,
  grpc,
  subscriptions,
  jobs,
  ops: erasureRoutes,
  idle: async (context) => {
    await context.tagWorker.idle();
    await context.membershipWorker.idle();
    await context.erasureWorker.idle();
  },
});

async function buildContext(resources: ServiceResources<Config>): Promise<Context> {
  const { db, limits, log } = resources;
  const leads = new LeadRepository(db);
  const memberships = new MembershipRepository(db, leads);
  const base = {
    ...{ db, limits, log, leads },
    leadQueries: new LeadQueries(await leadDatabases(resources)),
    segments: new SegmentRepository(db),
    memberships,
    properties: new PropertyRepository(db),
    erasures: new ErasureRepository(db, leads),
    retention: new RetentionRepository(db),
    conversations: conversationsClient(resources.client(ConversationsServiceService, 'conversations')),
    workspace: workspaceClient(resources.client(IdentityServiceService, 'workspace')),
    subjects: [new SubjectRepository(db, leads, memberships), ...otherHolders(resources)],
  };
  const erasureWorker = startErasureWorker(base);
  resources.onStop(() => erasureWorker.stop());
  const tagWorker = orderedTaskWorker(
    base,
    {
      [tagTask]: (task, signal) => applyTagChange(base, task, signal),
    },
    { [tagTask]: eventsPassed(db, { publisher: 'workspace', consumer: 'contacts-copies' }) },
  );
  resources.onStop(() => tagWorker.stop());
  const membershipWorker = startMembershipWorker(base);
  resources.onStop(() => membershipWorker.stop());
  const ledger = ledgerClient(resources.client(LedgerServiceService, 'media'));
  return { ...base, ledger, erasureWorker, membershipWorker, tagWorker };
}

function otherHolders(resources: ServiceResources<Config>): SubjectHolder[] {
  const deadlineMs = subjectDeadlineMs;
  return subjectServices.map((service) =>
    subjectHolder(service, resources.client(SubjectServiceService, service, { deadlineMs })),
  );
}

/** A connection pool per kind of query (bulkhead), so that searches and exports never delay messages. */
async function leadDatabases(resources: ServiceResources<Config>): Promise<LeadDatabases> {
  const { SEARCH_POOL, SLOW_SEARCH_POOL, EXPORT_POOL } = resources.config;
  return {
    quick: await ownDatabase(resources, { service: 'contacts-search', poolSize: SEARCH_POOL, limits: searchLimits }),
    slow: await ownDatabase(resources, {
      service: 'contacts-slow-search',
      poolSize: SLOW_SEARCH_POOL,
      limits: slowLimits,
    }),
    exports: await ownDatabase(resources, { service: 'contacts-export', poolSize: EXPORT_POOL, limits: exportLimits }),
  };
}

async function ownDatabase(
  { config, db: { liveness }, log, onStop }: ServiceResources<Config>,
  options: Pick<DatabaseOptions<undefined>, 'service' | 'poolSize' | 'limits'>,
): Promise<Database> {
  const db = await connectDatabase({ url: config.DATABASE_URL_CONTACTS, liveness, log, ...options });
  onStop(() => db.close());
  return db;
}
