import { taskInsert } from '@parley/service-kit/tasks';

const columns = `o.id_project as "projectId", o.id, o.id_mailbox as "mailboxId", o.request_id as "requestId",
  o.id_request as "requestRecordId", o.kind, o.author, o.recipient, o.cc, o.message_id as "messageId", o.state, o.due_at as "dueAt",
  o.attempts, o.retries, o.error, o.error_text as "errorText", o.created_at as "createdAt", o.give_up_at as "giveUpAt",
  o.ended_at as "endedAt"`;
const withMessages = `${columns}, array(select m.id from outgoing_message m where m.id_project = o.id_project and m.id_mail = o.id
    order by m.seq) as messages,
  (select max(m.seq) from outgoing_message m where m.id_project = o.id_project and m.id_mail = o.id) as "lastSeq"`;
const isOpen = `state in ('waiting', 'sending')`;

export const findMessage = {
  name: 'outgoing_message_find',
  text: 'select 1 from outgoing_message where id_project = $1 and id = $2',
};

export const findOpen = {
  name: 'outgoing_open',
  text: `select id from outgoing_mail where id_project = $1 and request_id = $2 and author = $3 and kind = $5
      and state = 'waiting' and attempts = 0 and retries = 0 and due_at > $4
    order by created_at desc limit 1 for update`,
};

export const insert = {
  name: 'outgoing_insert',
  text: `insert into outgoing_mail (id_project, id, id_mailbox, request_id, id_request, kind, author, recipient, cc, message_id, state,
      due_at, created_at, give_up_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'waiting', $11, $12, $13)`,
};

export const insertMessage = {
  name: 'outgoing_message_insert',
  text: 'insert into outgoing_message (id_project, id, id_mail, seq) values ($1, $2, $3, $4)',
};

export const lockClaims = {
  name: 'outgoing_lock_claims',
  text: `select pg_advisory_xact_lock(hashtextextended('outgoing mail', 0))`,
};

export const claim = {
  name: 'outgoing_claim',
  text: `with recursive boxes as (
      (select id_project, id_mailbox from outgoing_mail where ${isOpen} order by id_project, id_mailbox limit 1)
      union all
      select n.id_project, n.id_mailbox from boxes b cross join lateral (
        select o.id_project, o.id_mailbox from outgoing_mail o
        where o.${isOpen} and (o.id_project, o.id_mailbox) > (b.id_project, b.id_mailbox)
        order by o.id_project, o.id_mailbox limit 1) n
    ), due as (
      select b.id_project, d.id, d.due_at from boxes b
      cross join lateral (select count(*)::int as running from outgoing_mail o where o.id_project = b.id_project
        and o.id_mailbox = b.id_mailbox and o.state = 'sending' and o.due_at > $3) r
      cross join lateral (select o.id, o.due_at from outgoing_mail o where o.id_project = b.id_project
        and o.id_mailbox = b.id_mailbox and o.${isOpen} and o.due_at <= $3
        order by o.due_at, o.id limit greatest(0, $4 - r.running)) d
    ), turns as (
      select id_project, id, due_at, row_number() over (partition by id_project order by due_at, id) as turn from due
    ), mine as (
      select id_project, id from turns order by turn, due_at limit $1
    ), claimed as (
      update outgoing_mail o set state = 'sending', holder = $2, due_at = $5, attempts = o.attempts + 1
      from mine, outgoing_mail before
      where o.id_project = mine.id_project and o.id = mine.id and before.id_project = o.id_project and before.id = o.id
      returning ${columns}, before.state = 'sending' as "mayBeSent"
    )
    select o.*, array(select m.id from outgoing_message m where m.id_project = o."projectId" and m.id_mail = o.id
        order by m.seq) as messages,
      (select max(m.seq) from outgoing_message m where m.id_project = o."projectId" and m.id_mail = o.id) as "lastSeq"
    from claimed o`,
};

export const nextDue = {
  name: 'outgoing_next_due',
  text: `select min(due_at) as at from outgoing_mail where ${isOpen}`,
};

export const hasten = {
  name: 'outgoing_hasten',
  text: `update outgoing_mail set due_at = $3
    where id_project = $1 and id_mailbox = $2 and state = 'waiting' and error = any($4) returning 1`,
};

export const finish = {
  name: 'outgoing_finish',
  text: `with done as (
      update outgoing_mail set state = $3, error = $4, error_text = $5, due_at = $6, ended_at = $7, holder = null
      where id_project = $1 and id = $2 and holder is not distinct from $8 and ${isOpen} returning 1)
    ${taskInsert('$9', 'exists (select from done)')}`,
};

export const address = {
  name: 'outgoing_address',
  text: 'update outgoing_mail set recipient = $3 where id_project = $1 and id = $2',
};

export const discard = {
  name: 'outgoing_discard',
  text: `with gone as (delete from outgoing_mail where id_project = $1 and id = $2 and holder = $3 returning id)
    delete from outgoing_message m using gone where m.id_project = $1 and m.id_mail = gone.id`,
};

export const bounce = {
  name: 'outgoing_bounce',
  text: `with done as (
      update outgoing_mail set state = 'bounced', error = $3, error_text = $4
      where id_project = $1 and id = $2 and state = 'sent' returning 1)
    , reported as (${taskInsert('$5', 'exists (select from done)')})
    select 1 from done`,
};

export const writeTasks = { name: 'outgoing_tasks', text: taskInsert('$1') };

export const byMessageId = {
  name: 'outgoing_by_message_id',
  text: `select ${withMessages} from outgoing_mail o where o.id_project = $1 and o.message_id = any($2)
    order by o.created_at desc limit 1`,
};

export const newestSent = {
  name: 'outgoing_newest_sent',
  text: `select ${withMessages} from outgoing_mail o where o.id_project = $1 and o.request_id = $2 and o.state = 'sent'
    order by o.created_at desc limit 1`,
};

export const requestsByMessageId = {
  name: 'outgoing_requests',
  text: `select message_id as "messageId", request_id as "requestId" from outgoing_mail
    where id_project = $1 and message_id = any($2) limit 200`,
};

export const byRequest = {
  name: 'outgoing_by_request',
  text: `select ${withMessages} from outgoing_mail o where o.id_project = $1 and o.request_id = $2
    order by o.created_at desc, o.id desc limit 200`,
};

export const sentIds = {
  name: 'outgoing_sent_ids',
  text: `select message_id as "messageId", created_at as "createdAt" from outgoing_mail
    where id_project = $1 and request_id = any($2) and state = 'sent' order by created_at desc limit 50`,
};

export const ofMessage = {
  name: 'outgoing_of_message',
  text: `select ${withMessages} from outgoing_message one join outgoing_mail o on o.id_project = one.id_project and o.id = one.id_mail
    where one.id_project = $1 and one.id = $2`,
};

export const retry = {
  name: 'outgoing_retry',
  text: `update outgoing_mail set state = 'waiting', due_at = $3, give_up_at = $4, attempts = 0, retries = retries + 1, error = null,
      error_text = null, ended_at = null, holder = null
    where id_project = $1 and id = $2 and state in ('failed', 'suppressed', 'cancelled', 'bounced') returning retries`,
};

export const lockAutoReplies = {
  name: 'outgoing_lock_auto_replies',
  text: `select pg_advisory_xact_lock(hashtextextended('auto reply/' || $1 || '/' || $2 || '/' || $3, 0))`,
};

export const findAutoReply = {
  name: 'outgoing_auto_reply',
  text: `select 1 from outgoing_mail where id_project = $1 and id_mailbox = $2 and recipient = $3
    and kind = 'auto_reply' and created_at > $4 limit 1`,
};

export const forget = {
  name: 'outgoing_forget',
  text: `with old as (select id_project, id from outgoing_mail where created_at < $1 and not ${isOpen} order by created_at limit $2),
      messages as (delete from outgoing_message m using old where m.id_project = old.id_project and m.id_mail = old.id)
    delete from outgoing_mail o using old where o.id_project = old.id_project and o.id = old.id returning 1`,
};
