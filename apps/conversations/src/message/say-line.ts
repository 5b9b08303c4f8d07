import type { EventEnvelope, LeadRecordView } from '@parley/contracts';

import type { Context } from '../context.ts';
import { unchanged } from '../request-state/change.ts';
import type { ServiceLine } from '../request-state/service-line.ts';

type LeadEvent = EventEnvelope<{ lead: LeadRecordView; changes: string[] }>;

/** Shows a changed name or address of a lead in their newest open request. */
export async function sayLeadUpdated(context: Context, { idproject, data }: LeadEvent): Promise<void> {
  const { lead, changes } = data;
  if (!changes.includes('fullname') && !changes.includes('email')) return;
  const requestId = await context.leadRequests.newestOpen(idproject, { leadId: lead._id });
  const { email, fullname } = lead;
  await addServiceLine(context, idproject, requestId, { key: 'LEAD_UPDATED', email, fullname });
}

type ProjectEvent = EventEnvelope<{ banned?: { id?: string | undefined } | undefined }>;

/** Shows a banned person the ban in their newest open request. */
export async function sayBanned(context: Context, { idproject, data }: ProjectEvent): Promise<void> {
  if (data.banned?.id === undefined) return;
  const requestId = await context.leadRequests.newestOpen(idproject, { requester: data.banned.id });
  await addServiceLine(context, idproject, requestId, { key: 'USER_BANNED' });
}

async function addServiceLine(
  context: Context,
  projectId: string,
  requestId: string | undefined,
  line: ServiceLine,
): Promise<void> {
  if (requestId === undefined) return;
  await context.requests.update('system', projectId, requestId, (current) => ({
    ...unchanged(current),
    lines: [line],
  }));
}
