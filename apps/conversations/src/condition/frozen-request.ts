import type { RequestInEvent } from '@parley/contracts';

import type { CopiedRecord } from '../request-state/request.copies.ts';
import type { EvaluatedRequest } from './evaluate.ts';

/** A request as an event shows it: what it was when the event was made. */
export function frozenRequest(view: RequestInEvent): { request: EvaluatedRequest; lead: CopiedRecord } {
  const lead = view.lead as CopiedRecord;
  const request: EvaluatedRequest = {
    ...{ subject: view.subject ?? null, firstText: view.first_text ?? '', language: view.language ?? null },
    ...{ sourcePage: view.sourcePage ?? null, ratingMessage: view.rating_message ?? null },
    departmentId: view.department?._id ?? null,
    ...{ channel: view.channel.name, priority: view.priority, status: view.status },
    workingStatus: view.workingStatus ?? null,
    requester: String(lead.lead_id ?? view.requester_id),
    ...{ leadId: view.requester_id, createdBy: view.createdBy, closedBy: view.closed_by ?? null },
    lastRequesterAt: timeOf(view.last_requester_at),
    lastTeamAt: timeOf(view.last_team_at),
    ...{ tags: view.tags, participants: view.participants, followers: view.followers },
    createdAt: new Date(view.createdAt),
    updatedAt: new Date(view.updatedAt),
    assignedAt: timeOf(view.assigned_at),
    closedAt: timeOf(view.closed_at),
    firstResponseAt: timeOf(view.first_response_at),
    ...{ snooze: view.snooze ?? null, rating: view.rating ?? null, waitingTime: view.waiting_time ?? null },
    ...{ duration: view.duration ?? null, ticketId: Number(view.ticket_id), hasBot: view.hasBot },
    ...{ imported: view.imported ?? false, attributes: view.attributes ?? {} },
    ...{ serviceLevels: null, sla: view.sla, mergedInto: view.merged_into ?? null },
  };
  return { request, lead };
}

const timeOf = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));
