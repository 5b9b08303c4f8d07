import type { WaitingTimeView } from '@parley/contracts';
import type { LRUCache } from '@parley/service-kit/concurrency';
import type { Database } from '@parley/service-kit/database';
import type { Logger } from '@parley/service-kit/observability';
import type { Limits } from '@parley/service-kit/security';
import type { TaskWorker } from '@parley/service-kit/tasks';
import type { z } from 'zod';

import type { ActivityQueries } from './activity/activity.query.repository.ts';
import type { ActivityRepository } from './activity/activity.repository.ts';
import type { ChainRepository } from './chain/chain.repository.ts';
import type { ConversationsClient } from './clients/conversations.client.ts';
import type { WorkspaceClient } from './clients/workspace.client.ts';
import type { Config } from './config.ts';
import type { ConversationFigures } from './conversation/conversation-figures.repository.ts';
import type { ParticipationComparison } from './conversation/participation-comparison.repository.ts';
import type { RequestFactRepository } from './conversation/request-fact.repository.ts';
import type { CustomEventFigures } from './custom-event/custom-event-figures.repository.ts';
import type { Freshness } from './freshness/freshness.ts';
import type { MessageFactRepository } from './message/message-fact.repository.ts';
import type { MessageFigures } from './message/message-figures.repository.ts';
import type { ErasureRepository } from './project/erasure.repository.ts';
import type { ProjectRepository } from './project/project.repository.ts';
import type { ClockComparison } from './reconciliation/clock-comparison.repository.ts';
import type { FactComparison } from './reconciliation/fact-comparison.repository.ts';
import type { RawRepository } from './reconciliation/raw.repository.ts';
import type { ReconciliationRepository } from './reconciliation/reconciliation.repository.ts';
import type { SatisfactionFigures } from './report/satisfaction-figures.repository.ts';
import type { SlaFigures } from './report/sla-figures.repository.ts';
import type { RollupRepository } from './rollup/rollup.repository.ts';
import type { RollupComparison } from './rollup/rollup-comparison.repository.ts';
import type { TallyFigures } from './rollup/tally-figures.repository.ts';
import type { ClockFactRepository } from './service-level/clock-fact.repository.ts';
import type { SubjectRepository } from './subject/subject.repository.ts';
import type { TagFigureReader } from './tag/tag-figures.repository.ts';
import type { VisitorFactRepository } from './visitor/visitor-fact.repository.ts';

/** Everything an operation may use. */
export interface Context {
  config: Config;
  log: Logger;
  db: Database;
  limits: Limits;
  freshness: Freshness;
  /** Facts, recorded from events. */
  requests: RequestFactRepository;
  messages: MessageFactRepository;
  visitors: VisitorFactRepository;
  clocks: ClockFactRepository;
  projects: ProjectRepository;
  subjects: SubjectRepository;
  erasures: ErasureRepository;
  rollups: RollupRepository;
  activities: ActivityRepository;
  activityQueries: ActivityQueries;
  chain: ChainRepository;
  workspace: WorkspaceClient;
  /** Readers of figures. */
  conversations: ConversationFigures;
  messageFigures: MessageFigures;
  tallies: TallyFigures;
  customEvents: CustomEventFigures;
  tags: TagFigureReader;
  slaFigures: SlaFigures;
  satisfactionFigures: SatisfactionFigures;
  /** Reconciliation with the records of the conversations service. */
  reconciliations: ReconciliationRepository;
  raw: RawRepository;
  factComparison: FactComparison;
  clockComparison: ClockComparison;
  rollupComparison: RollupComparison;
  participationComparison: ParticipationComparison;
  conversationsService: ConversationsClient;
  /** Runs the comparisons. */
  comparisons: Pick<TaskWorker, 'idle'>;
  /** Cache of recent answers on waiting times. */
  waitingNow: LRUCache<string, z.output<typeof WaitingTimeView>>;
}
