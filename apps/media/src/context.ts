import type { Bulkhead } from '@parley/service-kit/concurrency';
import type { Database } from '@parley/service-kit/database';
import type { Logger } from '@parley/service-kit/observability';
import type { Limits, Secrets } from '@parley/service-kit/security';
import type { TaskWorker } from '@parley/service-kit/tasks';

import type { BotsClient } from './clients/bots.client.ts';
import type { ConversationsClient } from './clients/conversations.client.ts';
import type { WorkspaceClient } from './clients/workspace.client.ts';
import type { Config } from './config.ts';
import type { FileRepository } from './file/file.repository.ts';
import type { SigningKeys } from './file/signature.ts';
import type { UsageRepository } from './file/usage.repository.ts';
import type { ProjectRepository } from './project/project.repository.ts';
import type { ReferenceRepository } from './reference/reference.repository.ts';
import type { Scanner } from './scan/scanner.ts';
import type { Storage } from './storage/storage.ts';
import type { SubjectRepository } from './subject/subject.repository.ts';
import type { SweepRepository } from './sweep/sweep.repository.ts';
import type { Spool } from './upload/spool.ts';

/** Everything an operation may use. */
export interface Context {
  config: Config;
  log: Logger;
  db: Database;
  secrets: Secrets;
  limits: Limits;
  files: FileRepository;
  usage: UsageRepository;
  references: ReferenceRepository;
  projects: ProjectRepository;
  subjects: SubjectRepository;
  sweeps: SweepRepository;
  storage: Storage;
  spool: Spool;
  scanner: Scanner;
  signingKeys: SigningKeys;
  /** Limits concurrent writes to the store. */
  stores: Bulkhead;
  /** Limits concurrent image processing. */
  images: Bulkhead;
  /** Removes the bytes of deleted files, and records deletions in the ledger. */
  worker: Pick<TaskWorker, 'idle'>;
  /** Gauge: files whose bytes are missing. */
  missing: { set(count: number): void };
  workspace: WorkspaceClient;
  conversations: ConversationsClient;
  bots: BotsClient;
}
