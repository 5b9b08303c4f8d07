-- How far an import is, as the program reports it to workspace; empty in every other service. Source: contract 90 section 12.

alter table import add column run jsonb, add column reported_at timestamptz(3);
