/** A request and its head, as every read joins them. */
export const requestTables = 'request r join request_head h on h.id_project = r.id_project and h.id = r.id';

/**
 * The select list that makes a `SupportRequest` of `request r` and `request_head h`. Column names are the members'
 * names, so that no row is mapped by hand.
 */
export const requestColumns = `
  r.id_project as "projectId", r.id, r.request_id as "requestId", r.ticket_id as "ticketId",
  h.version, h.last_seq as "lastSeq", r.history_seq as "historySeq",
  r.created_at as "createdAt", h.updated_at as "updatedAt", h.active_at as "activeAt", r.created_by as "createdBy",
  r.status, r.preflight, r.draft, r.imported, r.smart_assignment as "smartAssignment",
  r.working_status as "workingStatus", r.requester, r.requester_teammate as "requesterTeammate",
  r.lead_id as "leadId", r.contact, r.first_text as "firstText", r.subject, r.language,
  r.source_page as "sourcePage", r.user_agent as "userAgent", r.channel, r.channel_outbound as "channelOutbound",
  r.priority, r.location, r.attributes, r.department_id as "departmentId", r.participants, r.has_bot as "hasBot",
  r.followers, r.tags, r.notes, r.snapshot, r.rating, r.rating_message as "ratingMessage",
  r.waiting_time as "waitingTime", r.first_response_at as "firstResponseAt", r.assigned_at as "assignedAt",
  r.closed_at as "closedAt", r.closed_by as "closedBy", r.duration, r.abandoned_by as "abandonedBy",
  r.waiting_since as "waitingSince", r.queue_after as "queueAfter", r.human_served as "humanServed", coalesce(r.untouched, false) as untouched,
  r.requester_first_at as "requesterFirstAt", h.bot_streak as "botStreak"`;

/**
 * Changes whenever anything that `request r` with `request_head h` shows has changed: its own two rows, its lead and its requester
 * (each version of a row has its own `xmin`), or people, departments and bots (the clock of the copies). `$1` is the project.
 */
export const requestStamp = `concat_ws('.', r.xmin, h.xmin, (select k.ticks from copy_clock k where k.id_project = $1), '-',
  (select c.xmin from copy_lead c where c.id_project = $1 and c.id = r.lead_id), '-',
  (select c.id || '.' || c.xmin from copy_teammate c where c.id_project = $1 and c.principal = r.requester
    order by c.deleted, c.version desc limit 1))`;
