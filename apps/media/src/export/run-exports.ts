import { AppError } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { ProjectExport } from './export.ts';
import { RunOver, writeExport } from './write-export.ts';

const maxAttempts = 3;
/** So that a service that is restarted is there again. */
const pauseMs = 8_000;
const dayMs = 86_400_000;

/** Writes the export that waits longest. One whose run was cut off, by a crash or a service that is unavailable, is begun again. */
export async function runExports(context: Context, over: AbortSignal): Promise<void> {
  const taken = await context.exports.take();
  if (!taken) return;
  if (taken.attempts > maxAttempts) return context.exports.fail(taken, 'interrupted');
  const folder = await context.spool.createFolder();
  try {
    await writeExport(context, taken, { folder, over });
    await context.exports.finish(taken, new Date(Date.now() + context.config.EXPORT_DAYS * dayMs));
  } catch (error) {
    await end(context, taken, over, error);
  } finally {
    await context.spool.dropFolder(folder);
  }
}

async function end({ exports, log }: Context, run: ProjectExport, over: AbortSignal, error: unknown): Promise<void> {
  // Deleted meanwhile, or another replica has begun it again; or the process stops, and the next one does.
  if (error instanceof RunOver || over.aborted) return;
  const { projectId, id, attempts } = run;
  log.warn({ err: error, projectId, exportId: id, attempts }, 'an export failed');
  const isPassing = error instanceof AppError && ['unavailable', 'timeout'].includes(error.kind);
  if (!isPassing) return exports.fail(run, 'internal');
  if (attempts >= maxAttempts) return exports.fail(run, 'unavailable');
  await exports.postpone(run, pauseMs);
}
