import { AppError } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { type OpsRoute, withInput } from '@parley/service-kit/service';
import { z } from 'zod';

import type { Context } from '../context.ts';
import { begun } from './erasure.ts';

/** Shown in place of the person who had asked for it: the back-up knows nothing of them. */
const requestedBy = 'restore';

const Page = z.object({
  since: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  after: z.string().max(100).default(''),
});

/** Repairs of erasures, on the operations port: what was erased after the moment of a back-up is erased again after its restore. */
export const erasureRoutes = (context: Context): OpsRoute[] => [
  {
    method: 'get',
    path: '/ops/erasures',
    handle: async () => ({ status: 200, body: { running: await context.erasures.countRunning() } }),
  },
  {
    method: 'post',
    path: '/ops/erasures/repeat',
    handle: ({ body }) => withInput(Page, body, (page) => repeatPage(context, page)),
  },
];

/** @returns counts of a page of the ledger, and `next` to go on with; each page may be repeated */
async function repeatPage(context: Context, { since, after }: z.output<typeof Page>) {
  const entries = await context.ledger.list(since, after);
  const counts = { begun: 0, known: 0, absent: 0 };
  for (const { projectId, lead } of entries) counts[await repeat(context, projectId, lead)]++;
  return { ...counts, next: entries.at(-1)?.name };
}

/** `known`: the restored databases have this erasure; `absent`: they have no such lead. */
async function repeat(context: Context, projectId: string, lead: string): Promise<'begun' | 'known' | 'absent'> {
  const { erasures, subjects } = context;
  if (await erasures.findByLead(projectId, lead)) return 'known';
  const at = new Date();
  const services = subjects.map(({ service }) => service);
  try {
    await erasures.begin(projectId, lead, at, ({ leadId }) =>
      begun({ id: newId(at), projectId, lead, leadId, requestedBy, reason: 'restore' }, services, at),
    );
    return 'begun';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'lead_not_found') return 'absent';
    if (error.code === 'erasure_running') return 'known';
    throw error;
  }
}
