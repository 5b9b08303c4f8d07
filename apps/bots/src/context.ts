import type { Outbound } from '@parley/outbound';
import type { Database } from '@parley/service-kit/database';
import type { Logger } from '@parley/service-kit/observability';
import type { Secrets } from '@parley/service-kit/security';
import type { TaskWorker } from '@parley/service-kit/tasks';

import type { AvatarRepository } from './avatar/avatar.repository.ts';
import type { BotRepository } from './bot/bot.repository.ts';
import type { CallRepository } from './call/call.repository.ts';
import type { ContactsClient } from './clients/contacts.client.ts';
import type { ConversationsClient } from './clients/conversations.client.ts';
import type { WorkspaceClient } from './clients/workspace.client.ts';
import type { Config } from './config.ts';
import type { IntentRepository } from './intent/intent.repository.ts';
import type { SubjectRepository } from './subject/subject.repository.ts';
import type { IntentIndexes } from './turn/intent-indexes.ts';
import type { LabelTexts } from './turn/label-texts.ts';
import type { Patterns } from './turn/patterns.ts';
import type { ProjectRepository } from './turn/project.repository.ts';
import type { Stems } from './turn/stems.ts';
import type { TurnRepository } from './turn/turn.repository.ts';
import type { TurnCounts } from './turn/turn-counts.ts';

/** Everything an operation may use. */
export interface Context {
  config: Config;
  log: Logger;
  db: Database;
  secrets: Secrets;
  /** `PUBLIC_URL`, without a trailing slash. */
  publicUrl: string;
  bots: BotRepository;
  avatars: AvatarRepository;
  intents: IntentRepository;
  calls: CallRepository;
  turns: TurnRepository;
  projects: ProjectRepository;
  subjects: SubjectRepository;
  indexes: IntentIndexes;
  stems: Stems;
  patterns: Patterns;
  labels: LabelTexts;
  counts: TurnCounts;
  /** Runs due turns. */
  worker: TaskWorker;
  leads: TaskWorker;
  /** Calls external bots. */
  deliveries: TaskWorker;
  conversations: ConversationsClient;
  contacts: ContactsClient;
  workspace: WorkspaceClient;
  /** Checks and calls the addresses that customers configure for bots. */
  outbound: Outbound;
}
