import type { ServiceName } from '@parley/contracts';
import {
  asOf,
  connectDatabase,
  type Database,
  type DatabaseOptions,
  defineService,
  type Kit,
  Recent,
} from '@parley/service-kit';

import { ActivityQueries, exportLimits } from './activity/activity.query.repository.ts';
import { ActivityRepository } from './activity/activity.repository.ts';
import { Config } from './config.ts';
import type { Context } from './context.ts';
import { ConversationFigures } from './conversation/conversation-figures.repository.ts';
import { RequestFactRepository } from './conversation/request-fact.repository.ts';
import { CustomEventFigures } from './custom-event/custom-event-figures.repository.ts';
import { Freshness, type Source } from './freshness/freshness.ts';
import { http } from './http.ts';
import { jobs } from './jobs.ts';
import { MessageFactRepository } from './message/message-fact.repository.ts';
import { MessageFigures } from './message/message-figures.repository.ts';
import { ProjectRepository } from './project/project.repository.ts';
import { FigureReader, figureLimits } from './rollup/figure-reader.repository.ts';
import { RollupRepository } from './rollup/rollup.repository.ts';
import { TallyFigures } from './rollup/tally-figures.repository.ts';
import { subscriptions } from './subscriptions.ts';
import { TagFigureReader } from './tag/tag-figures.repository.ts';
import { VisitorFactRepository } from './visitor/visitor-fact.repository.ts';

export const startAnalytics = defineService({
  name: 'analytics',
  config: Config,
  database: { folder: new URL('../prisma/', import.meta.url) },
  context: buildContext,
  http,
  subscriptions,
  jobs,
});

/** Who has to have heard of an event before it is in an answer, and who tells of it. */
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

const waitingProjects = 10_000;

async function buildContext(kit: Kit<Config>): Promise<Context> {
  const { config, db } = kit;
  const now = Date.now;
  const reader = new FigureReader(await figureDatabase(kit));
  const tallies = new TallyFigures(reader, now);
  return {
    config,
    db,
    freshness: new Freshness((source) => asOf(db, consumerOf[source], publishersOf[source])),
    activities: new ActivityRepository(db),
    activityQueries: new ActivityQueries(reader, tallies, await exportDatabase(kit)),
    requests: new RequestFactRepository(db),
    messages: new MessageFactRepository(db),
    visitors: new VisitorFactRepository(db),
    projects: new ProjectRepository(db),
    rollups: new RollupRepository(db),
    conversations: new ConversationFigures(reader, now),
    messageFigures: new MessageFigures(reader, tallies, now),
    tallies,
    customEvents: new CustomEventFigures(tallies, now),
    tags: new TagFigureReader(reader, now),
    waitingNow: new Recent(waitingProjects),
  };
}

/** Questions have connections of their own: however many there are, an event never waits for one. */
function figureDatabase(kit: Kit<Config>): Promise<Database> {
  return ownDatabase(kit, { service: 'analytics-figures', poolSize: kit.config.FIGURES_POOL, limits: figureLimits });
}

/** Exports, too: each holds one for as long as its reader takes. */
function exportDatabase(kit: Kit<Config>): Promise<Database> {
  return ownDatabase(kit, { service: 'analytics-export', poolSize: kit.config.EXPORT_POOL, limits: exportLimits });
}

async function ownDatabase(
  { config, log, onStop }: Kit<Config>,
  options: Pick<DatabaseOptions<undefined>, 'service' | 'poolSize' | 'limits'>,
): Promise<Database> {
  const db = await connectDatabase({ url: config.DATABASE_URL_ANALYTICS, log, ...options });
  onStop(() => db.close());
  return db;
}
