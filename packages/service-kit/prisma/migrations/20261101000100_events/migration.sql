-- Events: what this service announces (outbox), what it has heard (inbox), what it could not digest (dead_letter).
-- Source: contract 50 section 3. `collate "C"`: ids compare as bytes, so that the range of a day is the range of its seconds.

-- Not an identity column: partitioned tables have those since PostgreSQL 17 only, and the number also stands inside `event`.
create sequence outbox_seq;

create table outbox (
  id_project text collate "C" not null,
  id text collate "C" not null,
  partition_key text not null,
  shard smallint not null check (shard between 0 and 15),
  seq bigint not null,
  tx_id xid8 not null default pg_current_xact_id(),
  type text not null,
  event text not null,
  created_at timestamptz(3) not null default now(),
  published_at timestamptz(3),
  primary key (id_project, id)
) partition by range (id);

-- The relay reads in order of `seq` over all its shards at once; `shard` second lets it pass over others' without a look at the row.
create index outbox_unpublished on outbox (seq, shard) where published_at is null;
-- Readers with a cursor per shard.
create index outbox_shard_seq on outbox (shard, seq);

-- Takes what no partition of a day takes, so that a missed housekeeping refuses no event.
create table outbox_default partition of outbox default;

create table inbox (
  id_project text collate "C" not null,
  consumer text not null,
  event_id text collate "C" not null,
  state text not null default 'done' check (state in ('done', 'dead')),
  handled_at timestamptz(3) not null default now(),
  primary key (id_project, consumer, event_id)
);
create index inbox_handled_at on inbox (handled_at);

create table dead_letter (
  id_project text collate "C" not null,
  consumer text not null,
  event_id text collate "C" not null,
  type text not null,
  event text not null,
  error text not null,
  attempts integer not null,
  failed_at timestamptz(3) not null default now(),
  last_attempt_at timestamptz(3) not null default now(),
  primary key (id_project, consumer, event_id)
);
create index dead_letter_failed_at on dead_letter (failed_at);
create index dead_letter_event_id on dead_letter (event_id);
