import type { EventEnvelope, userDeleted } from '@parley/contracts';
import { enqueueTask, type Task } from '@parley/service-kit/tasks';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { type LedgerEntry, nameOf } from './ledger.ts';

/** Kind of the task that writes into the ledger: the store may be down when the event comes. */
export const recordDeletionTask = 'record-deletion';

type Deleted = EventEnvelope<z.output<(typeof userDeleted)['schema']>>;

export async function endAccount(context: Context, { time, data }: Deleted): Promise<void> {
  await planRecord(context, { userId: data.id_user, at: new Date(time) });
}

export async function planRecord({ db }: Pick<Context, 'db'>, entry: LedgerEntry): Promise<void> {
  const name = nameOf(entry);
  await enqueueTask(db, { id: `${recordDeletionTask} ${name}`, kind: recordDeletionTask, payload: { name } });
}

export async function recordDeletion({ storage }: Pick<Context, 'storage'>, { payload }: Task): Promise<void> {
  await storage.record((payload as { name: string }).name);
}
