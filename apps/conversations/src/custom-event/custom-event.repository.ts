import { type CustomEventView, customEventErrors, eventEmitted, type PageQuery } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import type { Initiator } from '../access/actor.ts';

interface Row {
  id: string;
  projectId: string;
  name: string;
  attributes: Record<string, unknown>;
  projectUser: string | null;
  createdBy: string;
  createdAt: Date;
}

const columns = `e.id, e.id_project as "projectId", e.name, e.attributes, e.project_user as "projectUser",
  e.created_by as "createdBy", e.created_at as "createdAt"`;
/** Rows expire after an hour, whether or not the job has deleted them. */
const notExpired = `e.created_at > clock_timestamp() - interval '1 hour'`;

const list: SortedList<'createdAt'> = {
  name: 'custom_events',
  columns: { createdAt: { sql: 'e.created_at', type: 'timestamptz' } },
  id: 'e.id',
  defaultField: 'createdAt',
};

type EventQuery = PageQuery<'createdAt'> & { project_user?: string; name?: string };

/** Custom events of clients; each is kept for an hour. */
export class CustomEvents {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  add(
    actor: Initiator,
    projectId: string,
    { name, attributes, createdBy }: { name: string; attributes: Record<string, unknown>; createdBy: string },
  ): Promise<CustomEventView> {
    return this.#db.transaction(async () => {
      const id = newId();
      const [row] = await this.#db.query<Row>(insert, [
        ...[projectId, id, name, JSON.stringify(attributes), teammateOf(actor), createdBy],
      ]);
      if (!row) throw new Error('The insert returned no row');
      const event = viewCustomEvent(row);
      await announce(this.#db, { noun: 'event', id, version: 0, projectId, actor }, [eventEmitted({ event })]);
      return event;
    });
  }

  async list(
    projectId: string,
    query: EventQuery,
  ): Promise<{ events: CustomEventView[]; count: number; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [projectId, query.project_user ?? null, query.name ?? null];
    const bind = binder(values);
    const wanted = `e.id_project = $1 and ${notExpired} and ($2::text is null or e.project_user = $2) and ($3::text is null or e.name = $3)`;
    const rows = await this.#db.query<Row & Placed>(
      `select ${columns}, ${page.columns} from custom_event e where ${wanted} and ${page.after(bind)}
       order by ${page.order} ${page.limit(bind)}`,
      values,
    );
    const [all] = await this.#db.query<{ count: number }>(
      `select count(*)::int as count from custom_event e where ${wanted}`,
      values.slice(0, 3),
    );
    const { rows: found, next } = page.cut(rows);
    return { events: found.map(viewCustomEvent), count: all?.count ?? 0, ...(next && { next }) };
  }

  /** @throws event_not_found */
  async get(projectId: string, id: string): Promise<CustomEventView> {
    const text = `select ${columns} from custom_event e where e.id_project = $1 and e.id = $2 and ${notExpired}`;
    const [row] = await this.#db.query<Row>({ name: 'get_custom_event', text }, [projectId, id]);
    if (!row) throw customEventErrors.event_not_found();
    return viewCustomEvent(row);
  }

  /** The newest of one membership, oldest first. */
  async newestOf(projectId: string, teammateId: string, limit: number): Promise<CustomEventView[]> {
    const text = `select ${columns} from custom_event e where e.id_project = $1 and e.project_user = $2 and ${notExpired}
      order by e.created_at desc, e.id desc limit $3`;
    const rows = await this.#db.query<Row>({ name: 'newest_custom_events', text }, [projectId, teammateId, limit]);
    return rows.reverse().map(viewCustomEvent);
  }

  async forgetOld(): Promise<void> {
    await this.#db.query(`delete from custom_event where (id_project, id) in (select id_project, id from custom_event
      where created_at < now() - interval '1 hour' order by created_at limit 5000)`);
  }
}

function teammateOf(actor: Initiator): string | null {
  return actor === 'system' || actor.kind === 'rule' ? null : (actor.teammateId ?? null);
}

const insert = {
  name: 'insert_custom_event',
  text: `insert into custom_event as e (id_project, id, name, attributes, project_user, created_by, created_at)
    values ($1, $2, $3, $4, $5, $6, clock_timestamp()) returning ${columns}`,
};

function viewCustomEvent({ id, projectId, name, attributes, projectUser, createdBy, createdAt }: Row): CustomEventView {
  const at = createdAt.toISOString();
  return {
    ...{ _id: id, id, __v: 0, id_project: projectId, createdAt: at, updatedAt: at },
    ...{ name, attributes, status: 'stardard', createdBy },
    ...(projectUser !== null && { project_user: projectUser }),
  };
}
