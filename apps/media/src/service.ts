import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { constrainedMemory } from 'node:process';

import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { Bulkhead } from '@parley/service-kit/concurrency';
import { defineService, type ServiceResources } from '@parley/service-kit/service';
import { taskWorker } from '@parley/service-kit/tasks';

import { botsClient } from './clients/bots.client.ts';
import { conversationsClient } from './clients/conversations.client.ts';
import { workspaceClient } from './clients/workspace.client.ts';
import { type Config, config, production } from './config.ts';
import type { Context } from './context.ts';
import { FileRepository, removeObjectTask } from './file/file.repository.ts';
import { readSigningKeys, type SigningKeys } from './file/signature.ts';
import { UsageRepository } from './file/usage.repository.ts';
import { grpc } from './grpc.ts';
import { http } from './http.ts';
import { jobs } from './jobs.ts';
import { ProjectRepository } from './project/project.repository.ts';
import { ReferenceRepository } from './reference/reference.repository.ts';
import { clamdScanner, noScanner, type Scanner } from './scan/scanner.ts';
import { folderStorage } from './storage/folder-storage.ts';
import { s3Storage } from './storage/s3-storage.ts';
import type { Storage } from './storage/storage.ts';
import { ledgerRoutes } from './subject/ledger-routes.ts';
import { recordDeletion, recordDeletionTask } from './subject/record-deletion.ts';
import { SubjectRepository } from './subject/subject.repository.ts';
import { subscriptions } from './subscriptions.ts';
import { removeObject } from './sweep/remove-object.ts';
import { SweepRepository } from './sweep/sweep.repository.ts';
import { Spool } from './upload/spool.ts';

type MediaResources = ServiceResources<Config>;

export const startMedia = defineService({
  name: 'media',
  config,
  production,
  database: { folder: new URL('../prisma/', import.meta.url) },
  context: buildContext,
  http,
  grpc,
  subscriptions,
  jobs,
  ops: ledgerRoutes,
  idle: (context) => context.worker.idle(),
});

async function buildContext(resources: MediaResources): Promise<Context> {
  const { config, db, health, limits, log, metrics, secrets } = resources;
  const usage = new UsageRepository(db);
  const spool = await Spool.open(config.MEDIA_SPOOL_DIR ?? join(config.PARLEY_DATA, 'spool'), config.MEDIA_SPOOL_BYTES);
  health.inform('spool', () => spool.check());
  const inFlight = metrics.gauge('parley_upload_bytes', 'Bytes of uploads under way');
  metrics.beforeRead(() => inFlight.set(spool.bytes));
  resources.onStop(() => spool.close());
  const storage = await storageOf(resources);

  const bulkhead = (atOnce: number) =>
    new Bulkhead({ atOnce, waitMs: config.MEDIA_QUEUE_TIMEOUT, retryAfterSeconds: 5 });
  const base = {
    ...{ config, db, limits, log, secrets, usage, spool, storage },
    files: new FileRepository(db, usage),
    references: new ReferenceRepository(db),
    projects: new ProjectRepository(db),
    subjects: new SubjectRepository(db),
    sweeps: new SweepRepository(db),
    scanner: scannerOf(resources),
    signingKeys: signingKeysOf(resources),
    stores: bulkhead(config.MEDIA_STORES),
    images: bulkhead(imagesAtOnce()),
    missing: metrics.gauge('parley_files_without_bytes', 'Files whose bytes are missing'),
    ...clients(resources),
  };
  const worker = taskWorker({
    db,
    log,
    handlers: {
      [removeObjectTask]: (task) => removeObject(base, task),
      [recordDeletionTask]: (task) => recordDeletion(base, task),
    },
    // Retried until it is done: nothing else would do it.
    maxAttempts: Number.MAX_SAFE_INTEGER,
  });
  resources.onStop(() => worker.stop());
  return { ...base, worker };
}

/** Clients of the other services. */
function clients({ client }: MediaResources) {
  return {
    workspace: workspaceClient(
      client(IdentityServiceService, 'workspace'),
      client(DirectoryServiceService, 'workspace'),
    ),
    conversations: conversationsClient(client(ConversationsServiceService, 'conversations')),
    bots: botsClient(client(BotsServiceService, 'bots')),
  };
}

async function storageOf({ config, health, onStop }: MediaResources): Promise<Storage> {
  const storage = await openStorage(config, onStop);
  // Without the store, uploads and reads of bytes fail with 503; metadata is still served.
  health.inform(`storage (${storage.name})`, () => storage.check());
  return storage;
}

async function openStorage(config: Config, onStop: MediaResources['onStop']): Promise<Storage> {
  if (config.S3_ENDPOINT === undefined) return folderStorage(config.MEDIA_DIR ?? join(config.PARLEY_DATA, 'media'));
  const s3 = s3Storage({
    endpoint: config.S3_ENDPOINT,
    bucket: config.S3_BUCKET,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
    region: config.S3_REGION,
    sse: config.S3_SSE,
    createBucket: config.S3_CREATE_BUCKET,
    writeMs: config.MEDIA_STORE_TIMEOUT,
  });
  onStop(() => s3.close());
  // Also creates the bucket, before the first upload. A store that is down is no reason not to start: see above.
  if (config.S3_CREATE_BUCKET) await s3.check().catch(() => undefined);
  return s3;
}

function scannerOf({ config, health, log }: MediaResources): Scanner {
  const scanner = openScanner(config);
  health.inform('scanner', () => scanner.check());
  if (scanner.name === 'clamd') {
    void scanner.check().then(
      (limit) => limit && log.error({ limit }, 'the scanner cannot scan uploads of every allowed size'),
      (error: unknown) => log.error({ err: error }, 'the scanner is unavailable'),
    );
  }
  return scanner;
}

function openScanner({ CLAMD_ADDRESS, CLAMD_TIMEOUT, MEDIA_FILE_BYTES, MEDIA_IMAGE_BYTES }: Config): Scanner {
  if (CLAMD_ADDRESS === undefined) return noScanner;
  return clamdScanner(CLAMD_ADDRESS, CLAMD_TIMEOUT, Math.max(MEDIA_FILE_BYTES, MEDIA_IMAGE_BYTES));
}

/** Without configured keys, one that all replicas derive from `DATA_KEY`. */
function signingKeysOf({ config, secrets }: MediaResources): SigningKeys {
  if (config.MEDIA_SIGNING_KEYS) return readSigningKeys(config.MEDIA_SIGNING_KEYS);
  const use = 'signed addresses of media';
  return [secrets.fingerprint(use), ...secrets.formerFingerprints(use)].map((secret) => ({ kid: 'data', secret }));
}

const bytesPerImage = 400 * 2 ** 20;

/** One per core, and per 400 MB of the memory limit of the process. */
function imagesAtOnce(): number {
  const memory = constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.max(1, Math.min(availableParallelism(), Math.floor(memory / bytesPerImage)));
}
