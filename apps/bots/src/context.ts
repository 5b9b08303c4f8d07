import type { Database, Outbound, Secrets } from '@parley/service-kit';

import type { BotRepository } from './bot/bot.repository.ts';
import type { WorkspaceClient } from './clients/workspace.client.ts';
import type { Config } from './config.ts';
import type { IntentRepository } from './intent/intent.repository.ts';

/** Everything an operation may use. */
export interface Context {
  config: Config;
  db: Database;
  secrets: Secrets;
  /** `PUBLIC_URL`, without a trailing slash. */
  publicUrl: string;
  bots: BotRepository;
  intents: IntentRepository;
  workspace: WorkspaceClient;
  /** For the addresses that bots are written with. */
  outbound: Outbound;
}
