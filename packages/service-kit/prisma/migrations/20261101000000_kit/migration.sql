-- Tables that every service's database has, owned by the service kit. Outbox and inbox: see the events migration.

-- Who does a thing that one process at a time may do. A lease that ran out is taken by whoever comes; its fence grows
-- with every new holder, so that a holder who was cut off can be told from the one who came after him.
create table lease (
  name text primary key,
  holder text not null,
  until timestamptz(3) not null,
  fence bigint not null default 1
);

-- First answers of calls with an Idempotency-Key.
create table idempotency (
  id_project text not null,
  principal text not null,
  method text not null,
  path text not null,
  key text not null,
  fingerprint text not null,
  state text not null check (state in ('claimed', 'done')),
  holder text not null,
  claimed_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  status integer,
  headers jsonb,
  answer text,
  primary key (id_project, principal, method, path, key)
);
create index idempotency_expires on idempotency (expires_at);

-- Effects that leave the database, written in the transaction that wants them and done by a worker.
create table task (
  id_project text not null,
  id text not null,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz(3) not null default now(),
  -- When it may be taken; while a worker has it, when another may take it over.
  due_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  holder text,
  done_at timestamptz(3),
  parked_at timestamptz(3),
  last_error text,
  primary key (id_project, id)
);
create index task_due on task (kind, due_at) where done_at is null and parked_at is null;
create index task_done on task (done_at) where done_at is not null;
