import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { createOutbound, defineService, type Kit } from '@parley/service-kit';

import { BotRepository } from './bot/bot.repository.ts';
import { workspaceClient } from './clients/workspace.client.ts';
import { Config } from './config.ts';
import type { Context } from './context.ts';
import { PrismaClient } from './generated/prisma/client.ts';
import { grpc } from './grpc.ts';
import { http } from './http.ts';
import { IntentRepository } from './intent/intent.repository.ts';
import { jobs } from './jobs.ts';

export const startBots = defineService({
  name: 'bots',
  config: Config,
  database: {
    folder: new URL('../prisma/', import.meta.url),
    prisma: (adapter) => new PrismaClient({ adapter }),
  },
  context: buildContext,
  http,
  grpc,
  jobs,
});

function buildContext({ db, config, common, secrets, client }: Kit<Config, PrismaClient>): Context {
  const bots = new BotRepository(db, config.BOTS_MAX);
  return {
    ...{ config, db, secrets, bots },
    publicUrl: (common.PUBLIC_URL ?? '').replace(/\/+$/, ''),
    intents: new IntentRepository(db, bots, config.INTENTS_MAX),
    outbound: createOutbound({ allow: config.OUTBOUND_ALLOW, deny: config.OUTBOUND_DENY }),
    workspace: workspaceClient(
      client(DirectoryServiceService, 'workspace'),
      client(IdentityServiceService, 'workspace'),
    ),
  };
}
