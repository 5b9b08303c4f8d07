import { createOutbound, outboundOptions } from '@parley/outbound';
import { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { defineService, type ServiceResources } from '@parley/service-kit/service';
import { taskWorker } from '@parley/service-kit/tasks';

import { AvatarRepository } from './avatar/avatar.repository.ts';
import { BotRepository } from './bot/bot.repository.ts';
import { CallRepository } from './call/call.repository.ts';
import { contactsClient } from './clients/contacts.client.ts';
import { conversationsClient } from './clients/conversations.client.ts';
import { workspaceClient } from './clients/workspace.client.ts';
import { Config } from './config.ts';
import type { Context } from './context.ts';
import { deliveryWorker } from './external/delivery-worker.ts';
import { grpc } from './grpc.ts';
import { http } from './http.ts';
import { IntentRepository } from './intent/intent.repository.ts';
import { jobs } from './jobs.ts';
import { SubjectRepository } from './subject/subject.repository.ts';
import { subscriptions } from './subscriptions.ts';
import { fillLead } from './turn/fill-lead.ts';
import { IntentIndexes } from './turn/intent-indexes.ts';
import { LabelTexts } from './turn/label-texts.ts';
import { Patterns } from './turn/patterns.ts';
import { ProjectRepository } from './turn/project.repository.ts';
import { Stems } from './turn/stems.ts';
import { fillLeadTask, TurnRepository } from './turn/turn.repository.ts';
import { countTurns } from './turn/turn-counts.ts';
import { TurnWorker } from './turn/turn-worker.ts';

type BotsResources = ServiceResources<Config>;

export const startBots = defineService({
  name: 'bots',
  config: Config,
  database: { folder: new URL('../prisma/', import.meta.url) },
  context: buildContext,
  http,
  grpc,
  subscriptions,
  jobs,
  idle,
});

/** Loops, because the end of a delivery makes the next turn of its conversation due. */
async function idle({ worker, deliveries, turns, leads }: Context): Promise<void> {
  do {
    await worker.idle();
    await deliveries.idle();
  } while (((await turns.dueInMs()) ?? 1) <= 0);
  await leads.idle();
}

function buildContext(resources: BotsResources): Context {
  const { db, config, common, log, metrics, secrets, onStop } = resources;
  const bots = new BotRepository(db, config.BOTS_MAX);
  const intents = new IntentRepository(db, bots, config.INTENTS_MAX);
  const stems = new Stems(db);
  const turns = new TurnRepository(db);
  const calls = new CallRepository(db);
  const patterns = new Patterns();
  onStop(() => patterns.stop());
  const clients = clientsOf(resources);
  const leads = taskWorker({ db, log, handlers: { [fillLeadTask]: (task) => fillLead(clients, task) } });
  onStop(() => leads.stop());

  const base: Omit<Context, 'worker' | 'deliveries'> = {
    avatars: new AvatarRepository(db),
    ...{ config, db, log, secrets, bots, intents, stems, patterns, leads, ...clients },
    publicUrl: (common.PUBLIC_URL ?? '').replace(/\/+$/, ''),
    outbound: createOutbound(outboundOptions(config)),
    turns,
    calls,
    subjects: new SubjectRepository(db, turns, calls),
    projects: new ProjectRepository(db),
    indexes: new IntentIndexes(intents, stems),
    labels: new LabelTexts(clients.workspace),
    counts: countTurns(metrics),
  };
  const context = base as Context;
  context.worker = new TurnWorker(context);
  onStop(() => context.worker.stop());
  context.deliveries = deliveryWorker(context);
  onStop(() => context.deliveries.stop());
  return context;
}

function clientsOf({ client }: BotsResources) {
  return {
    conversations: conversationsClient(client(ConversationsServiceService, 'conversations')),
    contacts: contactsClient(client(ContactsServiceService, 'contacts')),
    workspace: workspaceClient(
      client(DirectoryServiceService, 'workspace'),
      client(IdentityServiceService, 'workspace'),
    ),
  };
}
