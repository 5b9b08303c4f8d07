import type { Outbound } from '@parley/outbound';
import type { Database } from '@parley/service-kit/database';
import type { Logger } from '@parley/service-kit/observability';
import type { Limits, Secrets } from '@parley/service-kit/security';
import type { TaskWorker } from '@parley/service-kit/tasks';

import type { ConversationsClient } from './clients/conversations.client.ts';
import type { WorkspaceClient } from './clients/workspace.client.ts';
import type { Config } from './config.ts';
import type { AttemptQueries } from './delivery/attempt.query.repository.ts';
import type { DeliveryRepository } from './delivery/delivery.repository.ts';
import type { DeliveryCounts } from './delivery/delivery-counts.ts';
import type { DeliveryQueueRepository } from './delivery/delivery-queue.repository.ts';
import type { DeliveryQueue } from './delivery/delivery-queue.ts';
import type { ProjectRepository } from './project/project.repository.ts';
import type { SubjectRepository } from './subject/subject.repository.ts';
import type { SubscriptionRepository } from './subscription/subscription.repository.ts';
import type { WantedNames } from './subscription/wanted-names.repository.ts';

/** The current time; tests advance it. */
interface Clock {
  now(): Date;
}

/** Everything an operation may use. */
export interface Context {
  config: Config;
  log: Logger;
  db: Database;
  /** The clock of subscriptions, deliveries and attempts; tests move it. */
  clock: Clock;
  secrets: Secrets;
  limits: Limits;
  subscriptions: SubscriptionRepository;
  wantedNames: WantedNames;
  deliveries: DeliveryRepository;
  attempts: AttemptQueries;
  queues: DeliveryQueueRepository;
  projects: ProjectRepository;
  subjects: SubjectRepository;
  workspace: WorkspaceClient;
  conversations: ConversationsClient;
  outbound: Outbound;
  counts: DeliveryCounts;
  /** Calls the receivers. */
  worker: TaskWorker & { notify(...queues: DeliveryQueue[]): void };
  /** Removes the deliveries of deleted subscriptions. */
  drops: TaskWorker;
}
