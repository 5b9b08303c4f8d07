import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  type Actor,
  type AnyEndpoint,
  commonErrors,
  exportApi,
  fileApi,
  requestErrors,
  type ServiceName,
} from '@parley/contracts';
import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { TransferServiceService } from '@parley/proto-gen/transfer/v1/transfer';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import type { EventBus } from '@parley/service-kit/bus';
import { actorTokens } from '@parley/service-kit/security';
import { type Personas, personasOf, startTestService } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import { startMedia } from '../src/service.ts';
import type { Storage } from '../src/storage/storage.ts';

/** The file of a form. */
export interface SentFile {
  name?: string;
  bytes: Uint8Array | string;
  type?: string;
}

/** What the other services answer to an export; `failing` says that a service is unavailable. */
function archivedRecords() {
  const records = new Map<string, { kind: string; records: object[] }[]>();
  const failing = new Set<string>();
  const hooks = new Map<string, () => unknown>();
  return {
    ...{ records, failing, hooks },
    of: (service: ServiceName) =>
      fakeService(TransferServiceService, {
        count: () => ({
          counts: Object.fromEntries((records.get(service) ?? []).map((one) => [one.kind, one.records.length])),
        }),
        async *export() {
          await hooks.get(service)?.();
          const asOfMs = Date.now();
          yield { asOfMs, kind: '', records: [], secrets: [] };
          for (const { kind, records: some } of records.get(service) ?? [])
            yield { asOfMs, kind, records: some.map((one) => JSON.stringify(one)), secrets: [] };
          if (failing.has(service)) throw commonErrors.dependency_down({ dependency: 'database' });
        },
      }),
  };
}

/** The media service with fakes of its neighbours, and people who upload files as clients do. */
export async function startMediaHarness(
  env: Record<string, string | undefined> = {},
  more: { bus?: EventBus; databaseUrl?: string } = {},
) {
  const folder = env.PARLEY_DATA ?? (await mkdtemp(join(tmpdir(), 'parley-media-')));
  const members = new Map<string, Actor>();
  const bots = new Map<string, string>();
  /** Readable requests: `<principal> <request id>`. */
  const readable = new Set<string>();
  const settings = new Map<string, object>();
  const archived = archivedRecords();
  const others = Object.fromEntries(
    (['analytics', 'channels', 'contacts', 'webhooks'] as const).map((name) => [name, archived.of(name)]),
  );

  const service = await startTestService(startMedia, {
    api: { ...fileApi, ...exportApi },
    env: { PARLEY_DATA: folder, RATE_LIMIT_FACTOR: '1000', ...env },
    fakes: {
      ...others,
      workspace: [
        archived.of('workspace'),
        fakeService(IdentityServiceService, {
          getMembership: ({ idProject, id }) => {
            const member = members.get(`${idProject} ${id}`);
            const membership = member && {
              ...{ idProjectUser: member.teammateId ?? '', role: member.role ?? '', status: 'active', fullName: '' },
            };
            return { found: member !== undefined, membership, version: 1 };
          },
        }),
        fakeService(DirectoryServiceService, {
          getProject: ({ idProject }) => ({
            ...{ idProject, name: 'Acme', status: 100, attributesJson: '{}', version: 1 },
            settingsJson: JSON.stringify(settings.get(idProject) ?? {}),
          }),
        }),
      ],
      conversations: [
        archived.of('conversations'),
        fakeService(ConversationsServiceService, {
          getRequestFor: ({ requestId }, { actor }) => {
            if (!readable.has(`${actor?.id} ${requestId}`)) throw requestErrors.request_not_found();
            return { id: requestId, requestId, status: 200, recordJson: '{}', lastSeq: 0 };
          },
        }),
      ],
      bots: [
        archived.of('bots'),
        fakeService(BotsServiceService, {
          getBotProject: ({ idBot }) => {
            const idProject = bots.get(idBot);
            if (idProject === undefined) throw requestErrors.bot_not_found();
            return { idProject };
          },
        }),
      ],
    },
    ...more,
  });
  const actorKey = new Uint8Array(Buffer.from(service.env.ACTOR_KEY ?? '', 'base64url'));
  const tokens = actorTokens({ key: actorKey, service: 'gateway' });

  return {
    ...service,
    ...{ folder, bots, readable, settings, archived },
    get db() {
      return service.db;
    },

    /** A project with its people, known to the fakes. */
    project(): Personas {
      const people = personasOf();
      for (const person of Object.values(people)) {
        if (typeof person === 'object') members.set(`${people.projectId} ${person.id}`, person);
      }
      return people;
    },

    /** Headers of a call that the gateway lets through. */
    async headersOf(actor: Actor): Promise<Record<string, string>> {
      return { 'parley-actor': await tokens.sign(actor, 'media') };
    },

    async upload(
      actor: Actor,
      operation: keyof typeof fileApi,
      { name = 'file.bin', bytes, type = 'application/octet-stream' }: SentFile,
      { query = {}, headers = {} }: { query?: Record<string, string>; headers?: Record<string, string> } = {},
    ) {
      const form = new FormData();
      form.append('file', new File([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)], name, { type }));
      const endpoint: AnyEndpoint = fileApi[operation];
      const path = endpoint.path.replace(':id_project', actor.projectId ?? '');
      const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
      const response = await fetch(`${service.addresses.http}${path}${search}`, {
        method: endpoint.method.toUpperCase(),
        headers: { ...(await this.headersOf(actor)), ...headers },
        body: form,
      });
      // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client would.
      return { status: response.status, body: (await response.json()) as any, headers: response.headers };
    },

    /** Reads like a browser: without credentials, unless `as` is given. */
    async read(
      path: string,
      {
        at = '/v3/files',
        as,
        headers = {},
        method = 'GET',
        query = '',
      }: {
        at?: string;
        as?: Actor;
        headers?: Record<string, string>;
        method?: string;
        query?: string;
      } = {},
    ) {
      const response = await fetch(`${service.addresses.http}${at}?path=${path}${query}`, {
        method,
        headers: { ...(await this.headersOf(as ?? { kind: 'none', id: '' })), ...headers },
      });
      return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
    },

    /** Counts of stored rows, bytes and spool files. */
    async stored() {
      const rows = await service.db.query<{ files: number; paths: number; bytes: number; used: number }>(
        `SELECT (SELECT count(*) FROM files) AS files, (SELECT count(*) FROM file_paths) AS paths,
           (SELECT coalesce(sum(size + coalesce(thumbnail_size, 0)), 0) FROM files) AS bytes,
           (SELECT coalesce(sum(bytes), 0) FROM usage WHERE kind <> 'project') AS used`,
      );
      const objects: string[] = [];
      for await (const { key } of service.context.storage.list()) objects.push(key);
      return { ...rows[0], objects: objects.length, spooled: (await service.context.spool.files()).length };
    },

    /** Makes all objects in the store look old from now on. */
    ageObjects(): void {
      const { storage } = service.context;
      const aged: Storage = {
        ...storage,
        async *list() {
          for await (const object of storage.list()) yield { ...object, modifiedAt: new Date(0) };
        },
      };
      Object.assign(service.context, { storage: aged });
    },

    async stop(): Promise<void> {
      await service.stop();
      if (env.PARLEY_DATA === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

export type MediaHarness = Awaited<ReturnType<typeof startMediaHarness>>;
