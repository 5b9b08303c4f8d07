-- When everything that follows from the activation of an import was done. Source: contract 90 section 11.

alter table import add column opened_at timestamptz(3);
