import { AppError } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { type OpsRoute, withInput } from '@parley/service-kit/service';
import { z } from 'zod';

import type { LedgerEntry } from '../clients/ledger.client.ts';
import type { Context } from '../context.ts';
import { begun } from './erasure.ts';

/** Shown in place of the person who had asked for it: the back-up knows nothing of them. */
const requestedBy = 'restore';

const Page = z.object({
  since: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  after: z.string().max(100).default(''),
  /** Either accounts alone or all else: an account is deleted after the projects that ended with it. */
  accounts: z.boolean().default(false),
});

/** Repairs of erasures, on the operations port: what was erased or deleted after the moment of a back-up is so again after its restore. */
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
async function repeatPage(context: Context, { since, after, accounts }: z.output<typeof Page>) {
  const { entries, last } = await context.ledger.list(since, after);
  const counts = { begun: 0, deleted: 0, kept: 0, known: 0, absent: 0 };
  for (const entry of entries) if ('userId' in entry === accounts) counts[await repeat(context, entry)]++;
  return { ...counts, next: last };
}

type Outcome = 'begun' | 'deleted' | 'kept' | 'known' | 'absent';

async function repeat(context: Context, entry: LedgerEntry): Promise<Outcome> {
  return 'lead' in entry ? eraseAgain(context, entry) : context.workspace.repeatDeletion(entry);
}

/** `known`: the restored databases have this erasure; `absent`: they have no such lead. */
async function eraseAgain(
  { erasures, subjects }: Context,
  { projectId, lead }: { projectId: string; lead: string },
): Promise<Outcome> {
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
