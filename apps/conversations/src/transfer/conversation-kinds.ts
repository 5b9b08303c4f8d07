import { archiveKinds } from '@parley/contracts/archive';
import type { Database } from '@parley/service-kit/database';
import type { Members, TransferKind } from '@parley/service-kit/transfer';

import { beginSurveys } from './import.statements.ts';

const hoursKind: TransferKind = {
  kind: 'hours',
  schema: archiveKinds.hours.schema,
  table: 'hours_version',
  key: ['version'],
  columns: { version: 'version', since: 'since', hours: 'hours' },
};

const policyKind: TransferKind = {
  kind: 'policy',
  schema: archiveKinds.policy.schema,
  table: 'sla_policy',
  columns: { _id: 'id', __v: 'version', position: 'position', record: 'record' },
};

const owned = {
  columns: { _id: 'id', __v: 'version', owner: 'owner', shared: 'shared', position: 'position', record: 'record' },
};
const macroKind: TransferKind = { kind: 'macro', schema: archiveKinds.macro.schema, table: 'macro', ...owned };
const viewKind: TransferKind = { kind: 'view', schema: archiveKinds.view.schema, table: 'view', ...owned };

/** Up to which event closings count is of this installation. */
const surveyKind: TransferKind = {
  kind: 'survey',
  schema: archiveKinds.survey.schema,
  table: 'survey',
  columns: { _id: 'id', __v: 'version', owner: 'owner', shared: 'shared', position: 'position' },
  computed: { record: `t.record - 'since'` },
  extra: ({ record }) => ({ record: { ...(record as Members), since: 0 } }),
  store: async (db, projectId) => void (await db.query(beginSurveys, [projectId])),
};

/** A closing that is still to be asked about stays behind: by the time of an import its customer has long gone. */
const surveyAskKind: TransferKind = {
  kind: 'survey_ask',
  schema: archiveKinds.survey_ask.schema,
  table: 'survey_ask',
  key: ['request', 'closing'],
  columns: {
    ...{ request: 'request', closing: 'closing', survey: 'survey', lead: 'lead', closedAt: 'closed_at' },
    ...{ askedAt: 'asked_at', expiresAt: 'expires_at', asked: 'asked' },
  },
  where: 't.id_project = $1 and t.asked_at is not null',
};

const ruleKind: TransferKind = {
  kind: 'rule',
  schema: archiveKinds.rule.schema,
  table: 'rule',
  columns: { _id: 'id', __v: 'version', position: 'position', enabled: 'enabled', record: 'record' },
};

const requestKind: TransferKind = {
  kind: 'request',
  schema: archiveKinds.request.schema,
  table: 'request',
  columns: {
    ...{
      _id: 'id',
      request_id: 'request_id',
      ticket_id: 'ticket_id',
      createdAt: 'created_at',
      createdBy: 'created_by',
    },
    ...{ status: 'status', preflight: 'preflight', draft: 'draft', imported: 'imported' },
    ...{ smartAssignment: 'smart_assignment', workingStatus: 'working_status', requester: 'requester' },
    ...{ requester_membership: 'requester_teammate', lead: 'lead_id', contact: 'contact', first_text: 'first_text' },
    ...{ subject: 'subject', language: 'language', sourcePage: 'source_page', userAgent: 'user_agent' },
    ...{ channel: 'channel', channelOutbound: 'channel_outbound', priority: 'priority', location: 'location' },
    ...{ attributes: 'attributes', department: 'department_id', participants: 'participants', hasBot: 'has_bot' },
    ...{ followers: 'followers', tags: 'tags', notes: 'notes', snapshot: 'snapshot', rating: 'rating' },
    ...{ rating_message: 'rating_message', waiting_time: 'waiting_time', first_response_at: 'first_response_at' },
    ...{ assigned_at: 'assigned_at', closed_at: 'closed_at', closed_by: 'closed_by', duration: 'duration' },
    ...{
      abandoned_by: 'abandoned_by',
      snooze: 'snooze',
      merged_into: 'merged_into',
      scheduled: 'scheduled',
      survey: 'survey',
      channel_window: 'channel_window',
      _waitingSince: 'waiting_since',
      _queueAfter: 'queue_after',
      _ratedAt: 'rated_at',
    },
    ...{ _humanServed: 'human_served', _requesterFirstAt: 'requester_first_at', _untouched: 'untouched' },
    _historySeq: 'history_seq',
  },
  beside: {
    table: 'request_head',
    columns: {
      ...{
        updatedAt: 'updated_at',
        __v: 'version',
        last_requester_at: 'last_requester_at',
        last_team_at: 'last_team_at',
      },
      ...{ _lastSeq: 'last_seq', _activeAt: 'active_at', _botStreak: 'bot_streak', _visibleSeq: 'visible_seq' },
      ...{ _visibleIn: 'visible_in', _visibleOut: 'visible_out', _lastMessageAt: 'last_message_at', _dueAt: 'due_at' },
    },
  },
  computed: {
    _sla: `(select json_strip_nulls(json_build_object('record', s.record, 'policy', s.policy, 'state', s.state))
      from service_level s where s.id_project = t.id_project and s.request = t.id)`,
  },
  async store(db, projectId, records) {
    const levels = records.flatMap(({ record: { _id, _sla } }) =>
      _sla === undefined ? [] : [{ id_project: projectId, request: _id, ...(_sla as Members) }],
    );
    await insertRows(db, 'service_level', ['id_project', 'request', 'record', 'policy', 'state'], levels);
  },
};

const messageKind: TransferKind = {
  kind: 'message',
  schema: archiveKinds.message.schema,
  table: 'message',
  key: ['request', 'seq'],
  columns: {
    ...{ _id: 'id', request: 'request', seq: 'seq', __v: 'version', createdAt: 'created_at', updatedAt: 'updated_at' },
    ...{ createdBy: 'created_by', sender: 'sender', senderFullname: 'sender_fullname', text: 'text', type: 'type' },
    ...{ metadata: 'metadata', attributes: 'attributes', status: 'status', language: 'language', channel: 'channel' },
    ...{ external_id: 'external_id', imported: 'imported', audience: 'audience' },
  },
  async store(db, projectId, records) {
    const named = records.filter(({ record }) => record.external_id !== undefined);
    const rows = named.map(({ record: { request, channel, external_id, seq } }) => ({
      ...{ id_project: projectId, request, channel, external_id, seq },
    }));
    await insertRows(db, 'message_external_id', ['id_project', 'request', 'channel', 'external_id', 'seq'], rows);
  },
};

const historyKind: TransferKind = {
  kind: 'history',
  schema: archiveKinds.history.schema,
  table: 'request_history',
  key: ['request', 'seq'],
  columns: {
    ...{ _id: 'id', request: 'request', seq: 'seq', event: 'event', verb: 'verb', actor: 'actor' },
    ...{ actionObj: 'action_obj', status_from: 'status_from', status_to: 'status_to', decision: 'decision' },
    createdAt: 'created_at',
  },
};

const readKind: TransferKind = {
  kind: 'read',
  schema: archiveKinds.read.schema,
  table: 'request_reader',
  key: ['request', 'principal'],
  columns: {
    ...{ request: 'request', principal: 'principal', upto_seq: 'upto_seq', _readIn: 'read_in', _readOut: 'read_out' },
    ...{ mentioned_at: 'mentioned_at', mentioned_seq: 'mentioned_seq', mentioned_note: 'mentioned_note' },
  },
};

const directMessageKind: TransferKind = {
  kind: 'direct_message',
  schema: archiveKinds.direct_message.schema,
  table: 'direct_message',
  columns: {
    ...{ _id: 'id', createdAt: 'created_at', createdBy: 'created_by', sender: 'sender' },
    ...{ senderFullname: 'sender_fullname', recipient: 'recipient', recipientFullname: 'recipient_fullname' },
    ...{ text: 'text', type: 'type', metadata: 'metadata', attributes: 'attributes', language: 'language' },
    channel: 'channel',
  },
};

const linkKind: TransferKind = {
  kind: 'link',
  schema: archiveKinds.link.schema,
  table: 'request_link',
  key: ['request', 'other'],
  columns: { request: 'request', other: 'other' },
};

const holdKind: TransferKind = {
  kind: 'hold',
  schema: archiveKinds.hold.schema,
  table: 'hold',
  columns: {
    ...{ _id: 'id', kind: 'kind', record: 'record', request_id: 'request_id', reason: 'reason' },
    ...{ createdBy: 'created_by', createdAt: 'created_at' },
  },
};

export const scheduledKind: TransferKind = {
  kind: 'scheduled',
  schema: archiveKinds.scheduled.schema,
  table: 'scheduled_message',
  columns: {
    ...{
      _id: 'id',
      request: 'request',
      __v: 'version',
      at: 'at',
      state: 'state',
      why: 'why',
      message_id: 'message_id',
    },
    ...{ author: 'author', content: 'content', cancel_on: 'cancel_on', maxLateMs: 'max_late_ms' },
    ...{ createdAt: 'created_at', updatedAt: 'updated_at' },
  },
};

export const clockKind: TransferKind = {
  kind: 'clock',
  schema: archiveKinds.clock.schema,
  table: 'clock',
  key: ['request'],
  columns: { request: 'request', wakeAt: 'wake_at', config: 'config' },
};

/** What this service holds of a project. Source: contract 90 section 2. */
export const conversationKinds: readonly TransferKind[] = [
  ...[
    hoursKind,
    policyKind,
    macroKind,
    ruleKind,
    viewKind,
    surveyKind,
    requestKind,
    messageKind,
    historyKind,
    readKind,
    directMessageKind,
    surveyAskKind,
    linkKind,
    holdKind,
    scheduledKind,
    clockKind,
  ],
];

async function insertRows(db: Database, table: string, columns: readonly string[], rows: readonly Members[]) {
  if (rows.length === 0) return;
  const text = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::json)
    on conflict do nothing`;
  await db.query(text, [JSON.stringify(rows)]);
}
