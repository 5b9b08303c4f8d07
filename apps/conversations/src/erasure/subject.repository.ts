import type { Database, Scanned, Statement } from '@parley/service-kit/database';
import { type AnswersOf, countAnswersOf, eraseAnswers } from '@parley/service-kit/http';
import { countEventsOf, type EventsOf, eraseEvents } from '@parley/service-kit/outbox';
import { cancelTasks } from '@parley/service-kit/tasks';

import { noted } from '../feed/feed-row.ts';
import { ensureLeadTask } from '../lead/leads.ts';
import { messageColumns } from '../request-state/message.columns.ts';
import type { Message } from '../request-state/message.ts';
import { erasableColumns, requestColumns, requestTables } from '../request-state/request.columns.ts';
import { copiesSql, type RequestWithCopies } from '../request-state/request.copies.ts';
import type { Decide, RequestRepository } from '../request-store/request.repository.ts';
import { erasedVersion } from '../request-store/request.statements.ts';
import { eraseRequest } from './erase-request.ts';
import { anonymOf, erasureComment, type Subject } from './subject.ts';

/** Number of records by kind. */
export type Counts = Record<string, number>;

type Row = { id: string; requestId: string };

/** Reads, blanks and counts what this service holds about one person. Source: contract 30 section 5. */
export class SubjectRepository {
  readonly #db: Database;
  readonly #requests: RequestRepository;

  constructor(db: Database, requests: RequestRepository) {
    this.#db = db;
    this.#requests = requests;
  }

  requests(subject: Subject): AsyncGenerator<Scanned<RequestWithCopies>> {
    const text = `select ${requestColumns}, ${copiesSql()} as copies from ${requestTables}
      where ${ofSubject} order by r.id`;
    return this.#db.scan<RequestWithCopies>({ text }, keysOf(subject));
  }

  messages(subject: Subject): AsyncGenerator<Scanned<Message & { requestId: string }>> {
    const text = `select ${messageColumns}, r.request_id as "requestId" from request r
      join message m on m.id_project = r.id_project and m.request = r.id where ${ofSubject} order by r.id, m.seq`;
    return this.#db.scan<Message & { requestId: string }>({ text }, keysOf(subject));
  }

  /** Idempotent: what is blank already stays as it is. */
  async erase(subject: Subject): Promise<Counts> {
    // Pending lead tasks are cancelled first, so that contacts does not learn of the person again. Copies go before requests,
    // whose events show the copies.
    const { projectId, lead, leadId, until } = subject;
    const tasks = await cancelTasks(this.#db, projectId, ensureLeadTask, { leadId }, until);
    const fired = await this.#db.query(deleteCustomEvents, [projectId, leadId, until]);
    const copies = await this.#db.query<{ was: boolean }>(eraseLeadCopy, [projectId, lead]);
    const leads = copies.filter(({ was }) => was);
    const members = await this.#db.query(eraseMemberCopy, [projectId, leadId, until]);
    await this.#db.query(deleteReadNotes, [projectId, leadId]);
    const direct = await this.#db.query(eraseDirect, [projectId, leadId, anonymOf(subject), until]);

    const rows = await this.#rows(subject);
    const counts: Counts = { requests: 0, messages: 0, history: 0, scheduledMessages: 0 };
    for (const row of rows) {
      const erased = await this.#eraseRequest(subject, row);
      for (const [kind, count] of Object.entries(erased)) counts[kind] = (counts[kind] ?? 0) + count;
    }
    return {
      ...counts,
      directMessages: direct.length,
      copies: leads.length + members.length,
      tasks,
      customEvents: fired.length,
      events: await eraseEvents(this.#db, eventsOf(subject, [...rows, ...(await this.#others(subject))])),
      answers: (await eraseAnswers(this.#db, answersOf(subject, rows))) + (await this.#deleteCalls(subject, rows)),
    };
  }

  async count(subject: Subject): Promise<Counts> {
    const rows = await this.#rows(subject);
    const names = [subject.leadId, anonymOf(subject), subject.until];
    const [row] = await this.#db.query<Counts>(countRows, [...keysOf(subject), ...names]);
    const requestIds = rows.map(({ requestId }) => requestId);
    const [calls] = await this.#db.query<{ count: number }>(countCalls, [subject.projectId, requestIds]);
    return {
      ...row,
      events: await countEventsOf(this.#db, eventsOf(subject, [...rows, ...(await this.#others(subject))])),
      answers: (await countAnswersOf(this.#db, answersOf(subject, rows))) + (calls?.count ?? 0),
    };
  }

  #rows(subject: Subject): Promise<Row[]> {
    const text = `select r.id, r.request_id as "requestId" from request r where ${ofSubject} order by r.id`;
    return this.#db.query<Row>({ name: 'requests_of_subject', text }, keysOf(subject));
  }

  /** Direct messages from and to the person, before and after blanking, and the custom events they fired. */
  #others(subject: Subject): Promise<{ id: string }[]> {
    const { projectId, leadId, until } = subject;
    const text = `select id from direct_message
        where id_project = $1 and (sender = any($2) or recipient = any($2)) and created_at <= $3
      union all select o.partition_key from outbox o
        where o.id_project = $1 and o.type = 'event.emitted' and o.event::jsonb->>'actor' = $4 and o.created_at <= $3`;
    const values = [projectId, [leadId, anonymOf(subject)], until, `user:${leadId}`];
    return this.#db.query({ name: 'others_of_subject', text }, values);
  }

  /** Erases one request in one transaction, under its lock. */
  async #eraseRequest(subject: Subject, { id, requestId }: Row): Promise<Counts> {
    const { projectId, leadId } = subject;
    const anonym = anonymOf(subject);
    const erased = { requests: 0, messages: 0, history: 0, scheduledMessages: 0 };
    const erase = async (statement: Statement, values: unknown[] = [leadId, anonym]) =>
      (await this.#db.query(statement, [projectId, id, ...values])).length;
    const before = async () => {
      erased.requests = await erase(eraseFixed);
      erased.messages = await erase(eraseMessages);
      erased.history = await erase(eraseHistory);
      erased.scheduledMessages = await erase(deleteScheduled, []);
      await erase(deleteSearchIndex, []);
      await erase(deletePosition, [leadId]);
      await erase(deleteDeliveries, []);
      await erase(deleteSurveys, []);
      await erase(eraseMentions, []);
    };
    const decide: Decide = (current, { at }) => eraseRequest(current, at);
    const { changed } = await this.#requests.update('system', projectId, requestId, decide, { before });
    return { ...erased, requests: Number(changed || erased.requests > 0) };
  }

  async #deleteCalls({ projectId }: Subject, rows: readonly Row[]): Promise<number> {
    const requestIds = rows.map(({ requestId }) => requestId);
    return (await this.#db.query(deleteCalls, [projectId, requestIds])).length;
  }
}

const ofSubject = 'r.id_project = $1 and (r.id = any($2) or r.lead_id = $3)';
const keysOf = ({ projectId, requests, lead }: Subject): unknown[] => [projectId, requests, lead];

function eventsOf({ projectId, leadId }: Subject, records: readonly { id: string }[]): EventsOf {
  const partitionKeys = records.map(({ id }) => id);
  return { projectId, partitionKeys, principal: leadId, spare: erasureComment };
}

function answersOf({ projectId, leadId }: Subject, rows: readonly Row[]): AnswersOf {
  const paths = rows.map(({ requestId }) => `/v3/${projectId}/requests/${requestId}`);
  return { projectId, principals: [leadId], paths, mentions: rows.map(({ requestId }) => JSON.stringify(requestId)) };
}

const fixedColumns = erasableColumns.filter(({ fixed }) => fixed);

/** Fields that no other operation changes; the new revision invalidates caches. */
const eraseFixed = {
  name: 'erase_request',
  text: `with changed as (
      update request r set requester = $4, ${fixedColumns.map(({ erase }) => erase).join(', ')},
        created_by = case when created_by = $3 then $4 else created_by end
      where r.id_project = $1 and r.id = $2 and (r.requester <> $4 or ${fixedColumns.map(({ holds }) => holds).join(' or ')})
      returning r.id)
    update request_head h set revision = h.revision + 1 from changed c
    where h.id_project = $1 and h.id = c.id returning 1`,
};

const holdsPersonalData = (m: string, leadId: string) => `(${m}.text <> '' or ${m}.attributes::text <> '{}'
  or ${m}.metadata is not null or ${m}.error is not null or ${m}.redacted is not null or ${m}.external_id is not null or ${m}.sender = ${leadId} or ${m}.created_by = ${leadId})`;

/** All messages of the request, of any sender: others may have written about the person. */
const eraseMessages = {
  name: 'erase_messages',
  text: `with named as (
      delete from message_external_id where id_project = $1 and request = $2)
    update message m set text = '', attributes = '{}', metadata = null, external_id = null, error = null, redacted = null, version = m.version + 1,
      sender_fullname = case when m.sender = $3 then 'Guest' else m.sender_fullname end,
      sender = case when m.sender = $3 then $4 else m.sender end,
      created_by = case when m.created_by = $3 then $4 else m.created_by end
    where m.id_project = $1 and m.request = $2 and ${holdsPersonalData('m', '$3')} returning 1`,
};

/** History entries with free text: notes, mentions, ratings and reasons of snoozes. */
const hasFreeText = `event in ('request.note_added', 'request.note_deleted', 'request.mentioned', 'request.rated', 'request.snoozed', 'request.woken')
  and action_obj::text <> '{}'`;
const eraseHistory = {
  name: 'erase_history',
  text: `update request_history set
      action_obj = case when ${hasFreeText} then '{}' else action_obj end,
      actor = case when actor->>'id' = $3 then json_build_object('type', 'user', 'id', $4::text) else actor end
    where id_project = $1 and request = $2 and (actor->>'id' = $3 or ${hasFreeText}) returning 1`,
};

/** Written for the person, sent or not. */
const deleteScheduled = {
  name: 'erase_scheduled_messages',
  text: 'delete from scheduled_message where id_project = $1 and request = $2 returning 1',
};

const deleteSearchIndex = {
  name: 'erase_words',
  text: `with earlier as (delete from request_search where id_project = $1 and request = $2)
    delete from request_words where id_project = $1 and request = $2`,
};

/** What the feed shows to this person only. */
const deleteReadNotes = {
  name: 'erase_read_notes',
  text: `delete from feed_change where id_project = $1 and type = '${noted.read}' and data->>'principal' = $2`,
};

/** How far the person has read. */
const deletePosition = {
  name: 'erase_read_position',
  text: 'delete from request_reader where id_project = $1 and request = $2 and principal = $3',
};

/** Pending deliveries to an external engine are dropped. */
const deleteDeliveries = {
  name: 'erase_engine_deliveries',
  text: 'delete from engine_delivery where id_project = $1 and request = $2',
};

/** What links lead to. */
const deleteSurveys = { name: 'erase_surveys', text: 'delete from survey_ask where id_project = $1 and request = $2' };

/** Texts of notifications that actions and scheduled messages have sent to teammates about the request. */
const eraseMentions = {
  name: 'erase_mentions',
  text: `update mention set record = record - 'text' where id_project = $1 and request = $2 and record ? 'text'`,
};

const deleteCustomEvents = {
  name: 'erase_custom_events',
  text: 'delete from custom_event where id_project = $1 and created_by = $2 and created_at <= $3 returning 1',
};

const eraseDirect = {
  name: 'erase_direct_messages',
  text: `update direct_message set text = '', attributes = '{}', metadata = null,
      sender_fullname = case when sender = $2 then 'Guest' else sender_fullname end,
      recipient_fullname = case when recipient = $2 then 'Guest' else recipient_fullname end,
      created_by = case when created_by = $2 then $3 else created_by end,
      sender = case when sender = $2 then $3 else sender end,
      recipient = case when recipient = $2 then $3 else recipient end
    where id_project = $1 and (sender = $2 or recipient = $2) and created_at <= $4 returning 1`,
};

const eraseLeadCopy = {
  name: 'erase_lead_copy',
  text: `insert into copy_lead as kept (id_project, id, lead_id, version, deleted, record)
    values ($1, $2, $2, ${erasedVersion}, true, json_build_object('_id', $2::text)::jsonb)
    on conflict (id_project, id) do update set lead_id = excluded.lead_id, version = excluded.version,
      deleted = true, record = excluded.record where kept.version < ${erasedVersion} returning xmax <> 0 as was`,
};
/** A visitor's membership that is not newer than the erasure. */
const isMember = (leadId: string, until: string) => `id_project = $1 and principal = ${leadId} and record ? 'uuid_user'
  and coalesce((record->>'createdAt')::timestamptz <= ${until}, true)`;
const eraseMemberCopy = {
  name: 'erase_member_copy',
  text: `update copy_teammate set principal = id, deleted = true, version = ${erasedVersion},
      record = json_build_object('_id', id, 'status', 'disabled')::jsonb
    where ${isMember('$2', '$3')} returning 1`,
};

const deleteCalls = {
  name: 'erase_answered_calls',
  text: 'delete from answered_call where id_project = $1 and request_id = any($2) returning 1',
};
const countCalls = {
  name: 'count_answered_calls',
  text: 'select count(*)::int as count from answered_call where id_project = $1 and request_id = any($2)',
};

/** `$1` project, `$2` requests, `$3` lead, `$4` the person's id, `$5` its replacement, `$6` until when. */
const countRows = {
  name: 'count_of_subject',
  text: `with mine as (select r.* from request r where ${ofSubject})
    select (select count(*) from mine r where r.requester <> $5
        or ${erasableColumns.map(({ holds }) => holds).join(' or ')}
        or r.snapshot ? 'lead' or r.snapshot ? 'requester')::int as requests,
      (select count(*) from mine r join message m on m.id_project = $1 and m.request = r.id
        where ${holdsPersonalData('m', '$4')})::int as messages,
      (select count(*) from mine r join request_history y on y.id_project = $1 and y.request = r.id
        where actor->>'id' = $4 or ${hasFreeText})::int as history,
      (select count(*) from mine r join scheduled_message m on m.id_project = $1 and m.request = r.id)::int as "scheduledMessages",
      (select count(*) from direct_message
        where id_project = $1 and (sender = $4 or recipient = $4) and created_at <= $6)::int as "directMessages",
      ((select count(*) from copy_lead where id_project = $1 and id = $3 and version < ${erasedVersion})
        + (select count(*) from copy_teammate where ${isMember('$4', '$6')}))::int as copies`,
};
