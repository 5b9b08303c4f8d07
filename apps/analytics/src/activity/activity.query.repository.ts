import type { ActivitySortField, PageQuery } from '@parley/contracts';
import {
  type Bind,
  binder,
  type Database,
  type Placed,
  pageOf,
  type Scanned,
  type SortedList,
} from '@parley/service-kit/database';

import type { FigureReader } from '../rollup/figure-reader.repository.ts';
import type { TallyFigures } from '../rollup/tally-figures.repository.ts';
import { readPlanOf } from '../window/read-plan.ts';
import type { Window } from '../window/window.ts';
import type { Activity } from './activity.ts';

/** Selects activities. */
export interface ActivityFilter {
  projectId: string;
  window: Window;
  /** Without duplicates; absent: all verbs. */
  verbs?: readonly string[] | undefined;
  agent?: string | undefined;
}

export interface ActivityPage {
  activities: Activity[];
  /** Count of all matches, beyond the page. */
  count: number;
  perPage: number;
  next?: string;
}

/** Time limit of one batch of an export, for filters that match few activities; an export as a whole may take any time. */
export const exportLimits = { statementMs: 60_000 };

const list: SortedList<ActivitySortField> = {
  name: 'activities',
  columns: {
    createdAt: { sql: 'a.created_at', type: 'timestamptz' },
    verb: { sql: 'a.verb', type: 'text' },
  },
  id: 'a.id',
  defaultField: 'createdAt',
};

const columns = `a.id_project as "projectId", a.id, a.created_at as "createdAt", a.verb, a.actor, a.action_obj as "actionObj",
  a.target, a.related, a.agents`;

/** Reads activities. */
export class ActivityQueries {
  readonly #reader: FigureReader;
  readonly #tallies: TallyFigures;
  readonly #exportDb: Database;

  constructor(reader: FigureReader, tallies: TallyFigures, exportDb: Database) {
    this.#reader = reader;
    this.#tallies = tallies;
    this.#exportDb = exportDb;
  }

  /** @throws cursor_invalid, query_timeout */
  async list(filter: ActivityFilter, query: PageQuery<ActivitySortField>): Promise<ActivityPage> {
    const page = pageOf(list, query);
    const values: unknown[] = [filter.projectId];
    const bind = binder(values);
    // The page is selected from indexes alone; only its activities are looked up.
    const text = `select ${columns}, ${page.columns}
      from (select * from ${page.merged(lookups(filter, bind), bind)} a order by ${page.order} ${page.limit(bind)}) found
      join activity a on a.id_project = found.id_project and a.id = found.id order by ${page.order}`;
    const [count, rows] = await Promise.all([this.#count(filter), this.#reader.query<Activity & Placed>(text, values)]);
    const { rows: found, next } = page.cut(rows);
    const activities = found.map(({ pageKey: _key, pageId: _id, ...activity }) => activity as Activity);
    return { activities, count, perPage: page.perPage, ...(next && { next }) };
  }

  /** Streams all matches from one snapshot, newest first. */
  scan(filter: ActivityFilter): AsyncIterable<Scanned<Activity>> {
    const values: unknown[] = [filter.projectId];
    const bind = binder(values);
    // Reads in index order, with or without an agent: nothing is sorted before the first row.
    const text =
      filter.agent === undefined
        ? `select ${columns} from activity a where ${conditions(filter, bind)} order by a.created_at desc, a.id desc`
        : `select ${columns} from (select a.* from activity_agent a where ${conditions(filter, bind)}) found
           join activity a on a.id_project = found.id_project and a.id = found.id
           order by found.created_at desc, found.id desc`;
    return this.#exportDb.scan<Activity>({ text }, values);
  }

  /** Uses the tallies unless the filter names an agent. */
  async #count(filter: ActivityFilter): Promise<number> {
    const { projectId, window, verbs, agent } = filter;
    if (agent === undefined) {
      const plan = readPlanOf({ ...window, isRolling: true }, [{ key: undefined, from: window.from }]);
      const sums = await this.#tallies.sums(projectId, { metric: 'activities', labels: verbs }, plan);
      return sums.reduce((sum, { total }) => sum + total, 0);
    }
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const text = `select count(*) as count from activity_agent a where ${conditions(filter, bind)}`;
    const [row] = await this.#reader.query<{ count: number }>(text, values);
    return row?.count ?? 0;
  }
}

/** One lookup for an agent, or one per verb: an index holds each in order. */
function lookups({ verbs, ...filter }: ActivityFilter, bind: Bind): string[] {
  const asked: ActivityFilter[] =
    filter.agent !== undefined || !verbs?.length
      ? [{ ...filter, verbs }]
      : verbs.map((verb) => ({ ...filter, verbs: [verb] }));
  const table = filter.agent === undefined ? 'activity' : 'activity_agent';
  return asked.map(
    (one) => `select a.id_project, a.id, a.created_at, a.verb from ${table} a where ${conditions(one, bind)}`,
  );
}

function conditions({ window, verbs, agent }: ActivityFilter, bind: Bind): string {
  return [
    'a.id_project = $1',
    `a.created_at >= ${bind(new Date(window.from))}`,
    `a.created_at < ${bind(new Date(window.until))}`,
    ...(verbs === undefined
      ? []
      : [verbs.length === 1 ? `a.verb = ${bind(verbs[0])}` : `a.verb = any(${bind(verbs)}::text[])`]),
    ...(agent === undefined ? [] : [`a.agent = ${bind(agent)}`]),
  ].join(' and ');
}
