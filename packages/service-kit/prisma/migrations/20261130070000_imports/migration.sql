-- Projects that are made by an import, and the batches of it that are stored. Source: contract 90 section 4.

create table import (
  id_project text collate "C" primary key,
  import text not null,
  state text not null default 'loading' check (state in ('loading', 'active')),
  created_at timestamptz(3) not null default now()
);

create table import_batch (
  id_project text collate "C" not null,
  kind text collate "C" not null,
  n integer not null,
  sha256 text not null,
  answer jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (id_project, kind, n)
);
