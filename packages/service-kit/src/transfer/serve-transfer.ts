import { type Copy, type ReportRequest, TransferServiceService } from '@parley/proto-gen/transfer/v1/transfer';

import type { Database } from '../database/database.ts';
import { type GrpcTable, serve } from '../grpc/serve.ts';
import { countProject, exportProject } from './export-project.ts';
import { Imports, nothing } from './imports.repository.ts';
import { type Loaded, loadBatch } from './load-batch.ts';
import type { TransferKind } from './transfer-kind.ts';

/** What a service does for archives of projects, beside its kinds. */
export interface TransferParts<Context> {
  kinds(context: Context): readonly TransferKind[];
  /** Checks that no other project has this id. @throws project_exists */
  begin?(context: Context, projectId: string): Promise<void>;
  /** What follows from all records. Idempotent. */
  finish?(context: Context, projectId: string): Promise<void>;
  /** In the transaction that ends the import. */
  activate?(context: Context, projectId: string): Promise<void>;
  /** After that; may be repeated. */
  activated?(context: Context, projectId: string): Promise<void>;
  /** Removes what no table with an `id_project` holds, before the rows go. */
  discard?(context: Context, projectId: string): Promise<void>;
  /** Keeps how far the program is with an import. */
  report?(context: Context, report: ReportRequest): Promise<void>;
  /** Ids of projects behind this one, ascending. */
  projects?(context: Context, after: string): Promise<string[]>;
  /** Records as events show them. */
  copies?(context: Context, projectId: string): AsyncIterable<readonly Copy[]>;
  /** Keeps those that this service has read models of. */
  keep?(context: Context, projectId: string, copies: readonly Copy[]): Promise<void>;
  /** `_id` of the leads who were erased. */
  erased?(context: Context, projectId: string): AsyncIterable<readonly string[]>;
  /** Of a kind that is not just inserted. */
  load?: Readonly<Record<string, (context: Context, batch: Parameters<typeof loadBatch>[2]) => Promise<Loaded>>>;
}

/** What follows from all records is noted like a batch: it is worked out once. */
const finish = { kind: 'finish', n: 1, sha256: '' };

/** Serves `parley.transfer.v1` for the program that moves projects, and for nothing else. */
export function serveTransfer<Context extends { db: Database }>(parts: TransferParts<Context>): GrpcTable<Context> {
  const callers = ['transfer'] as const;
  return serve<typeof TransferServiceService, Context>(
    TransferServiceService,
    {
      export: (context, { idProject, withSecrets }) =>
        exportProject(context.db, parts.kinds(context), idProject, withSecrets),

      begin: (context, { idProject, import: id }) =>
        context.db.transaction(async () => {
          const imports = new Imports(context.db);
          if (!(await imports.find(idProject))) await parts.begin?.(context, idProject);
          return { ...(await imports.begin(idProject, id)), linked: await imports.linked(idProject) };
        }),

      load: (context, { idProject: projectId, import: id, kind: name, n, sha256, records, secrets }) =>
        context.db.transaction(async () => {
          const imports = new Imports(context.db);
          await imports.require(projectId, id);
          const batchId = { projectId, kind: name, n, sha256 };
          const answered = await imports.requireAnswer(batchId);
          if (answered) return answered;
          const kind = parts.kinds(context).find((one) => one.kind === name);
          if (!kind) throw new Error(`there is no kind ${name} here`);
          const known = new Map(secrets.map((one) => [one.id, one.secretsJson]));
          const batch = { projectId, records, secrets: known };
          const load = parts.load?.[name];
          const answer = load ? await load(context, batch) : await loadBatch(context.db, kind, batch);
          await imports.keepAnswer(batchId, answer);
          return answer;
        }),

      answer: async (context, { idProject: projectId, import: id, kind, n, sha256 }) => {
        const imports = new Imports(context.db);
        if ((await imports.find(projectId))?.import !== id) return {};
        return { answer: await imports.answerOf({ projectId, kind, n, sha256 }) };
      },

      finish: async (context, { idProject: projectId, import: id }) => {
        await context.db.transaction(async () => {
          const imports = new Imports(context.db);
          await imports.require(projectId, id);
          if (await imports.answerOf({ projectId, ...finish })) return;
          await parts.finish?.(context, projectId);
          await imports.keepAnswer({ projectId, ...finish }, nothing);
        });
        return {};
      },

      activate: async (context, { idProject, import: id }) => {
        const imports = new Imports(context.db);
        await context.db.transaction(async () => {
          if (await imports.activate(idProject, id)) await parts.activate?.(context, idProject);
        });
        if ((await imports.find(idProject))?.opened) return {};
        await parts.activated?.(context, idProject);
        await imports.open(idProject);
        return {};
      },

      discard: async (context, { idProject, import: id }) => {
        const imports = new Imports(context.db);
        const known = await imports.find(idProject);
        if (known?.import === id && known.state === 'loading') await parts.discard?.(context, idProject);
        return { done: await imports.discard(idProject, id) };
      },

      count: async (context, { idProject }) => ({
        counts: await countProject(context.db, parts.kinds(context), idProject),
      }),

      report: async (context, report) => {
        await parts.report?.(context, report);
        return {};
      },

      projects: async (context, { after }) => ({ ids: (await parts.projects?.(context, after)) ?? [] }),

      async *copies(context, { idProject }) {
        for await (const copies of parts.copies?.(context, idProject) ?? []) yield { copies: [...copies] };
      },

      keep: async (context, { idProject: projectId, import: id, copies, kind, n, sha256 }) => {
        await parts.keep?.(context, projectId, copies);
        await new Imports(context.db).noteCopies(id, { projectId, kind, n, sha256 });
        return {};
      },

      async *erased(context, { idProject }) {
        for await (const leads of parts.erased?.(context, idProject) ?? []) yield { leads: [...leads] };
      },
    },
    {
      callers: {
        // Media writes the exports that are asked for by the API.
        export: [...callers, 'media'],
        begin: callers,
        load: callers,
        answer: callers,
        finish: callers,
        activate: callers,
        discard: callers,
        count: [...callers, 'media'],
        report: callers,
        projects: callers,
        copies: callers,
        keep: callers,
        erased: callers,
      },
    },
  );
}
