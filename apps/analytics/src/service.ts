import type { ServiceName, WaitingTimeView } from '@parley/contracts';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { LRUCache } from '@parley/service-kit/concurrency';
import { connectDatabase, type Database, type DatabaseOptions } from '@parley/service-kit/database';
import { defineService, type ServiceResources } from '@parley/service-kit/service';
import { type TaskWorker, taskWorker } from '@parley/service-kit/tasks';
import type { z } from 'zod';

import { ActivityQueries, exportLimits } from './activity/activity.query.repository.ts';
import { ActivityRepository } from './activity/activity.repository.ts';
import { ChainRepository } from './chain/chain.repository.ts';
import { conversationsClient } from './clients/conversations.client.ts';
import { workspaceClient } from './clients/workspace.client.ts';
import { Config } from './config.ts';
import type { Context } from './context.ts';
import { ConversationFigures } from './conversation/conversation-figures.repository.ts';
import { ParticipationComparison } from './conversation/participation-comparison.repository.ts';
import { RequestFactRepository } from './conversation/request-fact.repository.ts';
import { CustomEventFigures } from './custom-event/custom-event-figures.repository.ts';
import { Freshness, type Source } from './freshness/freshness.ts';
import { grpc } from './grpc.ts';
import { http } from './http.ts';
import { jobs } from './jobs.ts';
import { MessageFactRepository } from './message/message-fact.repository.ts';
import { MessageFigures } from './message/message-figures.repository.ts';
import { ErasureRepository } from './project/erasure.repository.ts';
import { ProjectRepository } from './project/project.repository.ts';
import { ClockComparison } from './reconciliation/clock-comparison.repository.ts';
import { compareFigures } from './reconciliation/compare-figures.ts';
import { FactComparison } from './reconciliation/fact-comparison.repository.ts';
import { RawRepository } from './reconciliation/raw.repository.ts';
import { rebuildRoutes } from './reconciliation/rebuild-figures.ts';
import { ReconciliationRepository, reconcileTask } from './reconciliation/reconciliation.repository.ts';
import { SatisfactionFigures } from './report/satisfaction-figures.repository.ts';
import { SlaFigures } from './report/sla-figures.repository.ts';
import { FigureReader, figureLimits } from './rollup/figure-reader.repository.ts';
import { foldRollups } from './rollup/fold-rollups.ts';
import { RollupRepository } from './rollup/rollup.repository.ts';
import { RollupComparison } from './rollup/rollup-comparison.repository.ts';
import { TallyFigures } from './rollup/tally-figures.repository.ts';
import { ClockFactRepository } from './service-level/clock-fact.repository.ts';
import { SubjectRepository } from './subject/subject.repository.ts';
import { subscriptions } from './subscriptions.ts';
import { TagFigureReader } from './tag/tag-figures.repository.ts';
import { VisitorFactRepository } from './visitor/visitor-fact.repository.ts';

export const startAnalytics = defineService({
  name: 'analytics',
  config: Config,
  database: { folder: new URL('../prisma/', import.meta.url) },
  context: buildContext,
  http,
  grpc,
  subscriptions,
  jobs,
  ops: rebuildRoutes,
  idle: async (context) => {
    await context.comparisons.idle();
    await foldRollups(context);
  },
});

/** The consumer whose progress determines freshness, and the services that publish its events. */
const consumerOf: Record<Source, string> = {
  conversations: 'analytics-facts',
  visitors: 'analytics-facts',
  activities: 'analytics-activities',
};
const publishersOf: Record<Source, readonly ServiceName[]> = {
  conversations: ['conversations'],
  visitors: ['workspace'],
  activities: ['workspace', 'conversations', 'contacts', 'bots'],
};

const maxRunMs = 3_600_000;
const waitingProjects = 10_000;

async function buildContext(resources: ServiceResources<Config>): Promise<Context> {
  const { asOf, config, db, limits, log } = resources;
  const exportDb = await exportDatabase(resources);
  const reader = new FigureReader(await figureDatabase(resources), Date.now);
  const tallies = new TallyFigures(reader);
  const base = {
    ...{ config, db, limits, log },
    freshness: new Freshness((source) => asOf(consumerOf[source], publishersOf[source])),
    activities: new ActivityRepository(db),
    activityQueries: new ActivityQueries(reader, tallies, exportDb),
    chain: new ChainRepository(db, exportDb),
    workspace: workspaceClient(resources.client(IdentityServiceService, 'workspace')),
    requests: new RequestFactRepository(db),
    messages: new MessageFactRepository(db),
    visitors: new VisitorFactRepository(db),
    clocks: new ClockFactRepository(db),
    projects: new ProjectRepository(db),
    subjects: new SubjectRepository(db),
    erasures: new ErasureRepository(db),
    rollups: new RollupRepository(db),
    conversations: new ConversationFigures(reader),
    messageFigures: new MessageFigures(reader, tallies),
    tallies,
    customEvents: new CustomEventFigures(reader, tallies),
    tags: new TagFigureReader(reader),
    slaFigures: new SlaFigures(reader),
    satisfactionFigures: new SatisfactionFigures(reader),
    waitingNow: new LRUCache<string, z.output<typeof WaitingTimeView>>({ max: waitingProjects }),
    reconciliations: new ReconciliationRepository(db),
    raw: new RawRepository(db),
    factComparison: new FactComparison(db),
    clockComparison: new ClockComparison(db),
    rollupComparison: new RollupComparison(db),
    participationComparison: new ParticipationComparison(db),
    conversationsService: conversationsClient(resources.client(ConversationsServiceService, 'conversations')),
  };
  return Object.assign(base, { comparisons: comparisonsOf(resources, base) });
}

/** A run may take as long as reading all data of a project. */
function comparisonsOf(
  { db, log, metrics, onStop }: ServiceResources<Config>,
  base: Omit<Context, 'comparisons'>,
): TaskWorker {
  const differing = metrics.gauge(
    'parley_analytics_differences',
    'Differences that the latest nightly comparison found',
  );
  const stopping = new AbortController();
  const worker = taskWorker({
    ...{ db, log },
    handlers: {
      [reconcileTask]: (task, timeIsUp) =>
        compareFigures({ ...base, differing }, task, AbortSignal.any([timeIsUp, stopping.signal])),
    },
    timeoutMs: maxRunMs,
  });
  onStop(() => {
    stopping.abort();
    return worker.stop();
  });
  return worker;
}

/** A separate pool for figures, so that queries never delay events. */
function figureDatabase(resources: ServiceResources<Config>): Promise<Database> {
  return ownDatabase(resources, {
    service: 'analytics-figures',
    poolSize: resources.config.FIGURES_POOL,
    limits: figureLimits,
  });
}

/** A separate pool for exports: each holds a connection for as long as its reader takes. */
function exportDatabase(resources: ServiceResources<Config>): Promise<Database> {
  return ownDatabase(resources, {
    service: 'analytics-export',
    poolSize: resources.config.EXPORT_POOL,
    limits: exportLimits,
  });
}

async function ownDatabase(
  { config, db: { liveness }, log, onStop }: ServiceResources<Config>,
  options: Pick<DatabaseOptions<undefined>, 'service' | 'poolSize' | 'limits'>,
): Promise<Database> {
  const db = await connectDatabase({ url: config.DATABASE_URL_ANALYTICS, liveness, log, ...options });
  onStop(() => db.close());
  return db;
}
