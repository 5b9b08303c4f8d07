import type { Database } from '@parley/service-kit/database';

import { automate } from './automation.ts';
import { sharedConversations } from './harness.ts';
import { tableTests } from './reading.ts';

/** What a project with automation has, and each open request in it. */
const ofProject = ['copy_holiday', 'hours_version', 'automation_config', 'sla_policy', 'rule', 'survey'] as const;
const ofRequest = ['service_level', 'clock', 'rule_due'] as const;

/** The tables in which the first row of a project may be. */
const firstTables = ['copy_project', 'copy_department', 'copy_group', 'copy_teammate', 'request'] as const;

/**
 * Gives every project of tests that read tables what `automate` gives, and every open request a service level and a timer, also where its
 * row is stored by a statement of the test: copies of what the service stores.
 */
export class AutomatedTables {
  readonly #databases = new Set<Database>();
  readonly #plain = tableTests.prepare;

  async begin(): Promise<void> {
    const template = await storedByTheService();
    tableTests.prepare = async (db) => {
      await copyAlways(db, template);
      this.#databases.add(db);
      const close = db.close;
      db.close = () => {
        this.#databases.delete(db);
        return close.call(db);
      };
    };
  }

  end(): void {
    tableTests.prepare = this.#plain;
  }

  /** How many projects, and open requests, there are with and without it. */
  async count(): Promise<Record<'projects' | 'requests' | 'without', number>> {
    const all = { projects: 0, requests: 0, without: 0 };
    for (const db of this.#databases) {
      const [found] = await db.query<typeof all>(counted);
      for (const name of ['projects', 'requests', 'without'] as const) all[name] += found?.[name] ?? 0;
    }
    return all;
  }
}

interface Template {
  /** By table. */
  rows: Record<string, object[]>;
  dueAt: Date | null;
}

async function storedByTheService(): Promise<Template> {
  const harness = await sharedConversations();
  const { first } = harness;
  const project = await harness.project();
  const { projectId, personas } = project;
  await automate(first, projectId, personas.ada);
  await harness.conversation(project);
  await first.runJob('runRules');
  const rows: Template['rows'] = {};
  for (const table of [...ofProject, ...ofRequest]) {
    const found = await first.db.query<{ row: object }>(
      `select to_jsonb(t) as row from ${table} t where t.id_project = $1`,
      [projectId],
    );
    expect([table, found.length > 0]).toEqual([table, true]);
    // The outbox of another database has other numbers.
    rows[table] = found.map(({ row }) => ({ ...row, ...(table === 'rule' && { since: 0 }) }));
  }
  const [head] = await first.db.query<{ dueAt: Date | null }>(
    'select due_at as "dueAt" from request_head where id_project = $1',
    [projectId],
  );
  return { rows, dueAt: head?.dueAt ?? null };
}

async function copyAlways(db: Database, { rows, dueAt }: Template): Promise<void> {
  await db.query('create table automation_template (of text, row jsonb)');
  await db.query(
    'insert into automation_template select t.key, r from jsonb_each($1) t, jsonb_array_elements(t.value) r',
    [JSON.stringify(rows)],
  );
  await db.query(`create table automation_due as select '${dueAt?.toISOString()}'::timestamptz as at`);
  await db.query(triggered('automate_projects', copies(ofProject, `(select distinct id_project from added)`, '')));
  await db.query(triggered('automate_requests', copies(ofRequest, openRequests, `, 'request', n.id`)));
  await db.query(triggered('automate_heads', dueHeads));
  const always = (name: string, table: string) =>
    db.query(`create trigger ${name} after insert on ${table} referencing new table as added
      for each statement execute function ${name}()`);
  for (const table of firstTables) await always('automate_projects', table);
  // By its name it comes after that of projects.
  await always('automate_requests', 'request');
  await always('automate_heads', 'request_head');
}

const triggered = (name: string, statements: string) =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${statements} return null; end $$`;

/** What the service has stored itself stays. */
function copies(tables: readonly string[], added: string, keys: string): string {
  return tables
    .map(
      (table) => `insert into ${table} select copy.* from ${added} n, automation_template t,
        jsonb_populate_record(null::${table}, t.row || jsonb_build_object('id_project', n.id_project${keys})) copy
        where t.of = '${table}' on conflict do nothing;`,
    )
    .join('\n');
}

const isOpen = (request: string) =>
  `${request}.status < 1000 and not ${request}.preflight and not ${request}.draft and not ${request}.imported`;
const openRequests = `(select * from added where ${isOpen('added')})`;
const dueHeads = `update request_head h set due_at = d.at
  from added a, request r, service_level l, automation_template t, automation_due d
  where h.id_project = a.id_project and h.id = a.id and r.id_project = a.id_project and r.id = a.id and ${isOpen('r')}
    and l.id_project = a.id_project and l.request = a.id and t.of = 'service_level' and l.record = t.row->'record' and h.due_at is null;`;

const counted = `select
  (select count(*)::int from automation_config) as projects,
  (select count(*)::int from service_level l join rule_due d on d.id_project = l.id_project and d.request = l.request
    join request_head h on h.id_project = l.id_project and h.id = l.request and h.due_at is not null) as requests,
  (select count(*)::int from (select distinct id_project from request) r
    where not exists (select from automation_config c where c.id_project = r.id_project)
      or not exists (select from rule u where u.id_project = r.id_project and u.enabled)
      or not exists (select from survey s where s.id_project = r.id_project)) as without`;
