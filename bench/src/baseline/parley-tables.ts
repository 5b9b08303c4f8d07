import { arrayOf, newId, type Statements } from './statements.ts';

const withCopies = `left join copy_lead l on l.id_project = r.id_project and l.id = r.lead_id
  left join copy_department d on d.id_project = r.id_project and d.id = r.department_id`;

const sayText = `with moved as (
    update request_head h set last_seq = h.last_seq + 1, updated_at = now(), active_at = now()
    from request r ${withCopies}
    where r.id_project = $1 and r.request_id = $2 and h.id_project = r.id_project and h.id = r.id
    returning r.id, r.requester, h.last_seq as seq, l.record->>'fullname' as fullname, to_json(r) as request, l.record as lead
  ), said as (
    insert into message (id_project, request, seq, id, created_at, updated_at, created_by, sender, sender_fullname, text, type,
      attributes, status, channel, audience)
    select $1, id, seq, $3, now(), now(), requester, requester, coalesce(fullname, 'Guest'), $4, 'text', $5, 200, 'chat21', 'all' from moved
    returning *
  )
  insert into outbox (id_project, id, partition_key, shard, seq, type, event)
  select $1, $6, moved.id, 0, nextval('outbox_seq'), 'message.created',
    json_build_object('id', $6::text, 'type', 'message.created', 'time', now(),
      'data', json_build_object('message', to_json(said), 'request', moved.request, 'lead', moved.lead))::text
  from moved, said returning event as json`;

const firstText = `with ticket as (
    insert into ticket_counter (id_project, last) values ($1, 1)
    on conflict (id_project) do update set last = ticket_counter.last + 1 returning last
  ), asked as (
    insert into request (id_project, id, request_id, ticket_id, created_at, created_by, status, requester, lead_id, contact, first_text,
      channel, channel_outbound, attributes, department_id, participants, followers, tags, notes, snapshot, abandoned_by, waiting_since)
    select $1, $8, $2, ticket.last, now(), $7, 100, $7, l.id, '{}', $4, 'chat21', 'chat21', $5, d.id, '{}', '{}', '[]', '[]',
      json_build_object('lead', l.record, 'department', d.record), '{}', now()
    from ticket, copy_lead l, copy_department d where l.id_project = $1 and l.lead_id = $7 and d.id_project = $1
    returning *
  ), head as (
    insert into request_head (id_project, id, last_seq, updated_at, active_at) select id_project, id, 1, now(), now() from asked
  ), said as (
    insert into message (id_project, request, seq, id, created_at, updated_at, created_by, sender, sender_fullname, text, type,
      attributes, status, channel, audience)
    select id_project, id, 1, $3, now(), now(), requester, requester, snapshot->'lead'->>'fullname', first_text, 'text', attributes, 200,
      'chat21', 'all' from asked
    returning *
  ), events as (
    insert into outbox (id_project, id, partition_key, shard, seq, type, event)
    select $1, $9, asked.id, 0, nextval('outbox_seq'), 'request.created',
      json_build_object('id', $9::text, 'type', 'request.created', 'time', now(), 'data', json_build_object('request', to_json(asked)))::text
    from asked
  )
  insert into outbox (id_project, id, partition_key, shard, seq, type, event)
  select $1, $6, asked.id, 0, nextval('outbox_seq'), 'message.created',
    json_build_object('id', $6::text, 'type', 'message.created', 'time', now(),
      'data', json_build_object('message', to_json(said), 'request', to_json(asked)))::text
  from asked, said returning event as json`;

const requestColumns = 'h.version, h.last_seq, l.record as lead, d.record as department';

/** The tables, indexes and triggers of conversations, and a row of the outbox for each event. */
export const parleyTables: Statements = {
  send: ({ project, request, text, attributes }) => ({
    name: 'send',
    text: sayText,
    values: [project, request, newId(), text, JSON.stringify(attributes), newId()],
  }),
  first: ({ project, request, text, attributes, visitor }) => ({
    name: 'first',
    text: firstText,
    values: [project, request, newId(), text, JSON.stringify(attributes), newId(), visitor, newId(), newId()],
  }),
  messages: (project, request, limit) => ({
    name: 'messages',
    text: arrayOf(`select m.* from message m where m.id_project = $1
      and m.request = (select r.id from request r where r.id_project = $1 and r.request_id = $2) order by m.seq limit $3`),
    values: [project, request, limit],
  }),
  requests: (project) => ({
    name: 'requests',
    text: arrayOf(`with page as (
        select * from request where id_project = $1 and status < 1000 and not preflight order by created_at desc, id desc limit 40
      )
      select r.*, ${requestColumns},
        (select count(*)::int from request where id_project = $1 and status < 1000 and not preflight) as total
      from page r join request_head h using (id_project, id) ${withCopies}
      order by r.created_at desc, r.id desc`),
    values: [project],
  }),
  get: (project, request) => ({
    name: 'get',
    text: `select to_json(found)::text as json from (
        select r.*, ${requestColumns} from request r join request_head h using (id_project, id) ${withCopies}
        where r.id_project = $1 and r.request_id = $2
      ) found`,
    values: [project, request],
  }),
};
