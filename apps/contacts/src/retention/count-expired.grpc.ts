import type { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { withoutRequests } from './expire-leads.ts';
import type { OldLead } from './retention.repository.ts';

type CountExpired = GrpcHandler<(typeof ContactsServiceService)['countExpired'], Context>;

/** Leads that a preview looks at. */
const maxLeads = 20_000;
const sampleSize = 5;

export const countExpired: CountExpired = async (context, { idProject, beforeMs }) => {
  const sweep = { projectId: idProject, before: new Date(beforeMs) };
  const sample: OldLead[] = [];
  let count = 0;
  let seen = 0;
  let after: OldLead | undefined;
  do {
    const leads = await context.retention.old({ ...sweep, after });
    const expired = await withoutRequests(context, idProject, leads);
    count += expired.length;
    seen += leads.length;
    sample.push(...expired.slice(0, sampleSize - sample.length));
    after = leads.at(-1);
  } while (after && seen < maxLeads);
  const shown = sample.map(({ id, updatedAt }) => ({ id, sinceMs: updatedAt.getTime() }));
  return { count, complete: after === undefined, sample: shown };
};
