import { AppError } from '@parley/contracts';
import { type OpsRoute, withInput } from '@parley/service-kit/service';
import { z } from 'zod';

import type { Context } from '../context.ts';

const pageSize = 20;

const Page = z.object({
  /** When the rebuild began: what was repaired since then is done. */
  since: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  after: z.string().max(100).default(''),
});

/** The rebuild of figures from the records of the conversations service, on the operations port. */
export const rebuildRoutes = (context: Context): OpsRoute[] => [
  {
    method: 'post',
    path: '/ops/rebuild',
    handle: ({ body }) => withInput(Page, body, (page) => rebuildPage(context, page)),
  },
];

/**
 * Starts a repair of each project of a page that has had none since. Asked again, it tells how many are still to be done, and starts those
 * that have failed: the caller goes on to `next` when none is.
 */
async function rebuildPage(context: Context, { since, after }: z.output<typeof Page>) {
  const { conversationsService, reconciliations, projects } = context;
  const page = await conversationsService.projects(after, pageSize);
  const states = await reconciliations.repairsOf(page, since);
  let pending = 0;
  for (const { projectId, isDone, isRunning } of states) {
    if (isDone || (await projects.hasEnded(projectId))) continue;
    pending++;
    if (!isRunning) await startRepair(context, projectId);
  }
  const failed = states.reduce((sum, { failures }) => sum + failures, 0);
  return { projects: page.length, pending, failed, ...(page.length === pageSize && { next: page.at(-1) }) };
}

async function startRepair({ reconciliations }: Context, projectId: string): Promise<void> {
  const run = { projectId, isRepair: true, isNightly: false, zone: 'UTC', from: new Date(0), until: new Date() };
  await reconciliations.start(run).catch((error) => {
    // Another run has begun meanwhile.
    if (!(error instanceof AppError && error.kind === 'conflict')) throw error;
  });
}
