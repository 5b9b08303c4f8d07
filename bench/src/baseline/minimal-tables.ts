import { arrayOf, newId, type Statements } from './statements.ts';

/** Two tables and one index: the least that can hold conversations. Columns are filled from rows of `request` and `message`. */
export const minimalSchema = `
  create table conversation (
    project text, id text, requester text, status int, created_at timestamptz, last_seq int, body json, primary key (project, id)
  );
  create index on conversation (project, created_at desc, id desc) where status < 1000;
  create table message (
    project text, conversation text, seq int, id text, sender text, created_at timestamptz, text text, attributes json,
    primary key (project, conversation, seq)
  )`;

/** Without events: a message and the number of the last one of its conversation. */
export const minimalTables: Statements = {
  send: ({ project, request, text, attributes }) => ({
    name: 'send',
    text: `with moved as (
        update conversation set last_seq = last_seq + 1 where project = $1 and id = $2 returning requester, last_seq
      )
      insert into message select $1, $2, last_seq, $3, requester, now(), $4, $5 from moved returning to_json(message)::text as json`,
    values: [project, request, newId(), text, JSON.stringify(attributes)],
  }),
  first: ({ project, request, text, attributes, visitor }) => ({
    name: 'first',
    text: `with opened as (
        insert into conversation values ($1, $2, $6, 100, now(), 1, json_build_object('first_text', $4::text, 'attributes', $5::json))
      )
      insert into message values ($1, $2, 1, $3, $6, now(), $4, $5) returning to_json(message)::text as json`,
    values: [project, request, newId(), text, JSON.stringify(attributes), visitor],
  }),
  messages: (project, request, limit) => ({
    name: 'messages',
    text: arrayOf('select * from message where project = $1 and conversation = $2 order by seq limit $3'),
    values: [project, request, limit],
  }),
  requests: (project) => ({
    name: 'requests',
    text: arrayOf(`select *, (select count(*)::int from conversation where project = $1 and status < 1000) as total
      from conversation where project = $1 and status < 1000 order by created_at desc, id desc limit 40`),
    values: [project],
  }),
  get: (project, request) => ({
    name: 'get',
    text: 'select to_json(c)::text as json from conversation c where project = $1 and id = $2',
    values: [project, request],
  }),
};
