import { type Actor, largestRow, type RequestRow } from '@parley/contracts';

import { isEndUser } from '../access/actor.ts';
import { isBot } from '../request-state/request.ts';
import { firstDue, stateOf } from '../request-state/service-levels.ts';
import type { RowRecord } from './row.columns.ts';

export type RowForm = 'row' | 'end_user_row';

export const rowFormFor = (actor: Actor): RowForm => (isEndUser(actor) ? 'end_user_row' : 'row');

/** Room for what is added to a row for its reader: position and relevance. */
const addedBytes = 128;
const maxBytes = largestRow - addedBytes;

/** JSON of a row, without `read`. Tags are left out, then texts cut shorter, where it would be too large. */
export function renderRow(record: RowRecord, form: RowForm): string {
  const text = JSON.stringify(viewRow(record, form, record.tags));
  // No character takes more than three bytes for each of its code units.
  if (text.length * 3 <= maxBytes || isSmall(text)) return text;
  for (let tags = record.tags.length - 1; tags >= 0; tags--) {
    const shorter = JSON.stringify(viewRow(record, form, record.tags.slice(0, tags)));
    if (isSmall(shorter)) return shorter;
  }
  return withShorterTexts(record, form);
}

const isSmall = (text: string): boolean => Buffer.byteLength(text) <= maxBytes;

function withShorterTexts(record: RowRecord, form: RowForm): string {
  let text = '';
  for (const maxLength of [60, 30, 15]) {
    text = JSON.stringify(viewRow(cutAt(record, maxLength), form, []));
    if (isSmall(text)) break;
  }
  return text;
}

const free = [
  'subject',
  'firstText',
  'language',
  'leadFullname',
  'departmentName',
  'lastText',
  'lastSenderFullname',
] as const;

function cutAt(record: RowRecord, maxLength: number): RowRecord {
  const cut = free.map((name) => [name, record[name] === null ? null : [...record[name]].slice(0, maxLength).join('')]);
  return { ...record, ...Object.fromEntries(cut) };
}

/** Source: contract 82 section 2. */
function viewRow(record: RowRecord, form: RowForm, tags: RowRecord['tags']): RequestRow {
  const isTeam = form === 'row';
  return {
    _id: record.id,
    id: record.id,
    __v: record.version,
    request_id: record.requestId,
    ticket_id: String(record.ticketId),
    status: record.status as RequestRow['status'],
    ...(isTeam && {
      workingStatus: record.workingStatus ?? undefined,
      priority: record.priority as RequestRow['priority'],
      hasBot: record.hasBot,
    }),
    subject: record.subject ?? undefined,
    first_text: record.firstText,
    ...(isTeam ? forTeam(record) : { agents: (record.agents ?? []).map(agentForEndUser) }),
    channel: { name: record.channel },
    language: record.language ?? undefined,
    rating: record.rating ?? undefined,
    ...(isTeam && { sla: slaOf(record) }),
    ...(isTeam && record.snooze && { snooze: { until: record.snooze.until } }),
    ...(isTeam && { tags, ...(record.tagsCount > tags.length && { tagsCount: record.tagsCount }) }),
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    assigned_at: record.assignedAt?.toISOString(),
    closed_at: record.closedAt?.toISOString(),
    last_message: lastMessage(record),
    last_message_at: record.lastMessageAt.toISOString(),
    messages: { seq: record.visibleSeq, in: record.visibleIn, out: record.visibleOut },
  };
}

function slaOf({ serviceLevels }: RowRecord): RequestRow['sla'] {
  const first = serviceLevels && firstDue(serviceLevels);
  if (!first) return undefined;
  const { dueAt, metric } = first;
  return { due_at: new Date(dueAt).toISOString(), metric, overdue: stateOf(serviceLevels) === 'overdue' };
}

function forTeam({
  leadId,
  leadLeadId,
  leadFullname,
  leadEmail,
  participants,
  departmentId,
  departmentName,
}: RowRecord) {
  return {
    lead: { _id: leadId, lead_id: leadLeadId, fullname: leadFullname ?? undefined, email: leadEmail ?? undefined },
    participants,
    ...(departmentId !== null && { department: { _id: departmentId, name: departmentName ?? undefined } }),
  };
}

function agentForEndUser({ firstname, avatar }: { firstname: string; avatar?: string | null }) {
  return { firstname, ...(typeof avatar === 'string' && { avatar }) };
}

function lastMessage(record: RowRecord): RequestRow['last_message'] {
  if (record.lastId === null) return undefined;
  const { lastSender } = record;
  return {
    _id: record.lastId,
    seq: record.visibleSeq,
    type: record.lastType as NonNullable<RequestRow['last_message']>['type'],
    text: record.lastText,
    sender: lastSender,
    senderFullname: record.lastSenderFullname,
    from: lastSender === record.requester ? 'requester' : isBot(lastSender) ? 'bot' : 'team',
    createdAt: record.lastCreatedAt.toISOString(),
  };
}
