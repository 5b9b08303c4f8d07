import type { LedgerServiceService } from '@parley/proto-gen/subject/v1/ledger';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { entryOf, type LedgerEntry, nameBefore } from './ledger.ts';

type ListErasures = GrpcHandler<(typeof LedgerServiceService)['listErasures'], Context>;

const pageSize = 500;

/** A page of the ledger, which reads no further than it must. */
export const listErasures: ListErasures = async ({ storage }, { after, sinceMs }) => {
  const start = [after, nameBefore(new Date(sinceMs))].sort().at(-1) ?? '';
  const entries = [];
  for await (const name of storage.recorded(start)) {
    const entry = entryOf(name);
    if (entry) entries.push({ name, ...wireOf(entry) });
    if (entries.length === pageSize) break;
  }
  return { entries };
};

function wireOf(entry: LedgerEntry) {
  if ('userId' in entry) return { idProject: '', lead: '', idUser: entry.userId };
  return { idProject: entry.projectId, lead: 'lead' in entry ? entry.lead : '', idUser: '' };
}
