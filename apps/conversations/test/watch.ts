import type { Database } from '@parley/service-kit/database';

/**
 * Counts by itself, from the rows of requests alone, how many each person serves, and lets no transaction through that leaves
 * an agent with more than `limit` seats: the database then refuses it, and the call that made it fails.
 */
export async function watchLoad(db: Database, limit: number): Promise<void> {
  await db.query(`create table watched_load (id_project text, id_user text,
    held int not null check (held between 0 and ${limit}), primary key (id_project, id_user))`);
  await db.query(`create function watch_load() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' and old.status = 200 and not old.draft and old.working_status is distinct from 'pending' then
      update watched_load set held = held - 1 where id_project = old.id_project and id_user = any (old.participants);
    end if;
    if new.status = 200 and not new.draft and new.working_status is distinct from 'pending' then
      insert into watched_load as w select new.id_project, p, 1 from unnest(new.participants) p
      where p not like 'bot\\_%' order by p
      on conflict (id_project, id_user) do update set held = w.held + 1;
    end if;
    return null;
  end $$`);
  await db.query(`create trigger watch_load after insert or update of status, participants, working_status on request
    for each row execute function watch_load()`);
}

/**
 * From now on every write to these tables takes up to so many ms longer, inside its transaction.
 * @returns ends it, for databases that others use later
 */
export async function delayWrites(
  db: Database,
  tables: readonly string[],
  maxMs: number,
): Promise<() => Promise<void>> {
  await db.query(`create or replace function delay_write() returns trigger language plpgsql as $$ begin
    perform pg_sleep(random() * ${maxMs} / 1000.0);
    return new;
  end $$`);
  for (const table of tables) {
    await db.query(`create trigger delay_write before insert or update on ${table}
      for each row execute function delay_write()`);
  }
  return async () => {
    for (const table of tables) await db.query(`drop trigger delay_write on ${table}`);
  };
}
