import { createOutbound, outboundOptions } from '@parley/outbound';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { defineService, type ServiceResources } from '@parley/service-kit/service';
import { taskWorker } from '@parley/service-kit/tasks';

import { conversationsClient } from './clients/conversations.client.ts';
import { workspaceClient } from './clients/workspace.client.ts';
import { Config } from './config.ts';
import type { Context } from './context.ts';
import { AttemptQueries } from './delivery/attempt.query.repository.ts';
import { DeliveryRepository } from './delivery/delivery.repository.ts';
import { countDeliveries } from './delivery/delivery-counts.ts';
import { DeliveryQueueRepository } from './delivery/delivery-queue.repository.ts';
import { DeliveryWorker } from './delivery/delivery-worker.ts';
import { dropDeliveries } from './delivery/drop-deliveries.ts';
import { grpc } from './grpc.ts';
import { http } from './http.ts';
import { jobs } from './jobs.ts';
import { ProjectRepository } from './project/project.repository.ts';
import { SubjectRepository } from './subject/subject.repository.ts';
import { dropDeliveriesTask, SubscriptionRepository } from './subscription/subscription.repository.ts';
import { WantedNames } from './subscription/wanted-names.repository.ts';
import { subscriptions } from './subscriptions.ts';

export const startWebhooks = defineService({
  name: 'webhooks',
  config: Config,
  database: { folder: new URL('../prisma/', import.meta.url) },
  context: buildContext,
  http,
  grpc,
  subscriptions,
  jobs,
  async idle({ worker, drops }) {
    await worker.idle();
    await drops.idle();
  },
});

function buildContext(resources: ServiceResources<Config>): Context {
  const { db, config, log, metrics, secrets, limits, client, onStop } = resources;
  const repositories = { subscriptions: new SubscriptionRepository(db), deliveries: new DeliveryRepository(db) };
  const drops = taskWorker({
    ...{ db, log },
    handlers: { [dropDeliveriesTask]: (task) => dropDeliveries(repositories.deliveries, task) },
  });
  onStop(() => drops.stop());
  const base: Omit<Context, 'worker'> = {
    ...{ config, db, log, secrets, limits, drops, ...repositories },
    clock: { now: () => new Date() },
    wantedNames: new WantedNames(db),
    attempts: new AttemptQueries(db),
    queues: new DeliveryQueueRepository(db, repositories.subscriptions, repositories.deliveries),
    projects: new ProjectRepository(db),
    subjects: new SubjectRepository(db),
    workspace: workspaceClient(client(IdentityServiceService, 'workspace')),
    conversations: conversationsClient(client(ConversationsServiceService, 'conversations')),
    outbound: createOutbound(outboundOptions(config)),
    counts: countDeliveries(metrics),
  };
  const context = base as Context;
  context.worker = new DeliveryWorker(context);
  onStop(() => context.worker.stop());
  return context;
}
