import type { HistoryEntry } from '../request-state/history.ts';
import type { Message } from '../request-state/message.ts';
import type { SupportRequest } from '../request-state/request.ts';

/** The row of `request`, as `json_populate_record` reads it. */
export function requestRow(request: SupportRequest): object {
  return {
    id_project: request.projectId,
    id: request.id,
    request_id: request.requestId,
    ticket_id: request.ticketId,
    created_at: request.createdAt,
    created_by: request.createdBy,
    status: request.status,
    preflight: request.preflight,
    draft: request.draft,
    imported: request.imported,
    smart_assignment: request.smartAssignment,
    working_status: request.workingStatus,
    requester: request.requester,
    requester_teammate: request.requesterTeammate,
    lead_id: request.leadId,
    contact: request.contact,
    first_text: request.firstText,
    subject: request.subject,
    language: request.language,
    source_page: request.sourcePage,
    user_agent: request.userAgent,
    channel: request.channel,
    channel_outbound: request.channelOutbound,
    priority: request.priority,
    location: request.location,
    attributes: request.attributes,
    department_id: request.departmentId,
    participants: request.participants,
    has_bot: request.hasBot,
    followers: request.followers,
    tags: request.tags,
    notes: request.notes,
    snapshot: request.snapshot,
    rating: request.rating,
    rating_message: request.ratingMessage,
    waiting_time: request.waitingTime,
    first_response_at: request.firstResponseAt,
    assigned_at: request.assignedAt,
    closed_at: request.closedAt,
    closed_by: request.closedBy,
    duration: request.duration,
    abandoned_by: request.abandonedBy,
    waiting_since: request.waitingSince,
    queue_after: request.queueAfter,
    human_served: request.humanServed,
    untouched: request.untouched,
    requester_first_at: request.requesterFirstAt,
    history_seq: request.historySeq,
  };
}

/** The row of `request_head`. */
export function headRow(request: SupportRequest): object {
  return {
    id_project: request.projectId,
    id: request.id,
    version: request.version,
    last_seq: request.lastSeq,
    updated_at: request.updatedAt,
    active_at: request.activeAt,
    bot_streak: request.botStreak,
  };
}

/** The row of `message`. */
export function messageRow(message: Message): object {
  return {
    id_project: message.projectId,
    request: message.request,
    seq: message.seq,
    id: message.id,
    version: message.version,
    created_at: message.createdAt,
    updated_at: message.updatedAt,
    created_by: message.createdBy,
    sender: message.sender,
    sender_fullname: message.senderFullname,
    text: message.text,
    type: message.type,
    metadata: message.metadata,
    attributes: message.attributes,
    status: message.status,
    language: message.language,
    channel: message.channel,
    external_id: message.externalId,
    imported: message.imported,
    audience: message.audience,
  };
}

/** The row of `request_history`. */
export function historyRow(entry: HistoryEntry): object {
  return {
    id_project: entry.projectId,
    request: entry.request,
    seq: entry.seq,
    id: entry.id,
    event: entry.event,
    verb: entry.verb,
    actor: entry.actor,
    action_obj: entry.actionObj,
    status_from: entry.statusFrom,
    status_to: entry.statusTo,
    decision: entry.decision,
    created_at: entry.createdAt,
  };
}
