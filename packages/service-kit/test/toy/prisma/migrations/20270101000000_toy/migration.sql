create table note (
  id_project text not null,
  id text not null,
  text text not null,
  version integer not null default 0,
  primary key (id_project, id)
);
