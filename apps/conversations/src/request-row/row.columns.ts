import { headByKey } from '../request-state/request.columns.ts';
import type { ServiceLevels } from '../request-state/service-levels.ts';

/** A request as its row shows it, from its own tables and the copies of its lead, department and people. */
export interface RowRecord {
  id: string;
  requestId: string;
  version: number;
  ticketId: number;
  status: number;
  workingStatus: string | null;
  snooze: { until?: string } | null;
  serviceLevels: ServiceLevels | null;
  priority: string;
  hasBot: boolean;
  subject: string | null;
  firstText: string;
  leadId: string;
  /** The requester’s own id. */
  leadLeadId: string;
  leadFullname: string | null;
  leadEmail: string | null;
  participants: string[];
  /** Only with `agents`. */
  agents?: { firstname: string; avatar?: string | null }[];
  departmentId: string | null;
  departmentName: string | null;
  channel: string;
  language: string | null;
  rating: number | null;
  tags: { _id: string; tag: string; color: string }[];
  tagsCount: number;
  createdAt: Date;
  updatedAt: Date;
  assignedAt: Date | null;
  closedAt: Date | null;
  requester: string;
  visibleSeq: number;
  visibleIn: number;
  visibleOut: number;
  lastMessageAt: Date;
  /** `null`: no message is visible. */
  lastId: string | null;
  lastType: string;
  lastText: string;
  lastSender: string;
  lastSenderFullname: string;
  lastCreatedAt: Date;
}

/** Lengths of what is cut, in characters. */
const subjectLength = 80;
const textLength = 120;
const nameLength = 60;
const maxTags = 5;

const leadSql = `coalesce(l.record, r.snapshot->'lead')`;

/** The select list of a `RowRecord` of `rowTables`: texts are cut here, so that long ones do not travel. */
export const rowColumns = `
  r.id, r.request_id as "requestId", h.version, r.ticket_id as "ticketId", r.status, r.working_status as "workingStatus", r.snooze, r.priority,
  case when h.due_at is not null then (
    select s.record from service_level s where s.id_project = r.id_project and s.request = r.id) end as "serviceLevels",
  r.has_bot as "hasBot", left(r.subject, ${subjectLength}) as subject, left(r.first_text, ${textLength}) as "firstText",
  r.lead_id as "leadId", coalesce(${leadSql}->>'lead_id', r.requester) as "leadLeadId",
  left(${leadSql}->>'fullname', ${nameLength}) as "leadFullname", ${leadSql}->>'email' as "leadEmail",
  r.participants, r.department_id as "departmentId",
  left(coalesce(d.record, r.snapshot->'department')->>'name', ${nameLength}) as "departmentName",
  r.channel, r.language, r.rating, case when r.tags = '[]' then r.tags else (
    select jsonb_agg(jsonb_build_object('_id', t->'_id', 'tag', t->'tag', 'color', t->'color') order by place)
    from jsonb_array_elements(r.tags) with ordinality x (t, place) where place <= ${maxTags}) end as tags,
  jsonb_array_length(r.tags) as "tagsCount", r.created_at as "createdAt", h.updated_at as "updatedAt",
  r.assigned_at as "assignedAt", r.closed_at as "closedAt", r.requester,
  h.visible_seq as "visibleSeq", h.visible_in as "visibleIn", h.visible_out as "visibleOut", h.last_message_at as "lastMessageAt",
  m.id as "lastId", m.type as "lastType", left(m.text, ${textLength}) as "lastText", m.sender as "lastSender",
  left(m.sender_fullname, ${nameLength}) as "lastSenderFullname", m.created_at as "lastCreatedAt"`;

/** What end users see of the teammates who serve them. */
export const agentsColumn = `(select coalesce(jsonb_agg(c.agent order by p.place), '[]')
  from unnest(r.participants) with ordinality p (member, place)
  join lateral (select jsonb_build_object('firstname', left(coalesce(t.record->'id_user'->>'firstname', ''), ${nameLength}),
      'avatar', t.record->'id_user'->'avatar') as agent from copy_teammate t
    where t.id_project = r.id_project and t.principal = p.member order by t.deleted, t.version desc limit 1) c on true
  where p.member not like 'bot\\_%') as agents`;

/** Each record by its key; the newest visible message is one of them, so that a send stores no second copy of it. */
export const rowTables = `request r ${headByKey()}
  left join copy_lead l on l.id_project = r.id_project and l.id = r.lead_id
  left join copy_department d on d.id_project = r.id_project and d.id = r.department_id
  left join message m on m.id_project = r.id_project and m.request = r.id and m.seq = h.visible_seq`;

/**
 * Changes whenever anything that the row of `request r` with `request_head h` shows has changed. Unlike the whole record it shows
 * nothing of the membership of its requester. `$1` is the project.
 */
export const rowStamp = `concat_ws('.', r.xmin, h.xmin, (select k.ticks from copy_clock k where k.id_project = $1), '-',
  (select c.xmin from copy_lead c where c.id_project = $1 and c.id = r.lead_id))`;
