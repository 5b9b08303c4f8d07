-- How far the consumers of this service have come in the outboxes of others, beside the bus. Source: contract 50 section 3.6.

create table event_cursor (
  consumer text not null,
  publisher text not null,
  -- By shard, the first one at 1: everything up to this number has been passed.
  seqs bigint[] not null check (array_length(seqs, 1) = 16),
  -- By the publisher's clock: everything committed at or before it has been passed. Null before the first time.
  as_of timestamptz(3),
  -- When somebody last walked for this consumer, be it in vain.
  walked_at timestamptz(3) not null default now(),
  primary key (consumer, publisher)
);
