import { type Bind, binder } from '@parley/service-kit/database';

import type { Division } from '../window/cells.ts';
import type { CellSums, Group } from '../window/groups.ts';
import { edgesOf, type ReadPlan } from '../window/read-plan.ts';
import type { DefaultWindow, WindowQuery } from '../window/window.ts';
import type { FigureReader } from './figure-reader.repository.ts';
import { anyLabel } from './label.ts';
import { betweenSql, cellSql, rolledSql } from './read-plan.sql.ts';

export type Metric = 'messages' | 'visitors' | 'events' | 'activities';

/** Selects counts of a metric: some labels, or all. */
export interface Question {
  metric: Metric;
  labels?: readonly string[] | undefined;
}

/** `part`: received messages. */
export interface TallySums extends CellSums {
  part: number;
}

/** Facts of metrics with rolling windows, for the edges of the window. */
const facts: Partial<Record<Metric, { table: string; label: string; part: string }>> = {
  messages: {
    table: '(select * from message_fact where is_counted) t',
    label: 't.channel',
    part: 't.is_received::int',
  },
  visitors: { table: '(select * from visitor_fact where is_counted) t', label: `''`, part: '0' },
  activities: { table: 'activity t', label: 't.verb', part: '0' },
};

/** Reads figures of metrics that are only counted. */
export class TallyFigures {
  readonly #reader: FigureReader;

  constructor(reader: FigureReader) {
    this.#reader = reader;
  }

  /** @param defaultWindow if the question has none @throws query_timeout, validation_failed */
  groups<Key>(
    question: WindowQuery & { id_project: string },
    metric: Metric,
    defaultWindow: DefaultWindow,
    divide: Division<Key>,
  ): Promise<Group<Key, TallySums>[]> {
    return this.#reader.groups(question, defaultWindow, divide, (plan) =>
      this.sums(question.id_project, { metric }, plan),
    );
  }

  /** Omits empty cells. @throws query_timeout */
  sums(projectId: string, question: Question, plan: ReadPlan): Promise<TallySums[]> {
    const values: unknown[] = [projectId, question.metric];
    const bind = binder(values);
    const labels = `t.label = any(${bind(question.labels ?? [anyLabel])}::text[])`;
    const parts = [...rolled(question, labels, plan, bind), ...edges(question, plan, bind)].join(' union all ');
    return this.#reader.query<TallySums>(
      `select cell, sum(total) as total, sum(part) as part from (${parts}) parts
       group by cell having sum(total) <> 0 order by cell`,
      values,
    );
  }

  /** By label, all or some. @throws query_timeout */
  sumsByLabel(projectId: string, question: Question, plan: ReadPlan): Promise<(TallySums & { label: string })[]> {
    const values: unknown[] = [projectId, question.metric];
    const bind = binder(values);
    const labels =
      question.labels === undefined ? `t.label <> '${anyLabel}'` : `t.label = any(${bind(question.labels)}::text[])`;
    return this.#reader.query<TallySums & { label: string }>(
      `select cell, label, sum(total) as total, sum(part) as part
       from (${rolled(question, labels, plan, bind).join(' union all ')}) parts
       group by cell, label having sum(total) <> 0 order by cell, label`,
      values,
    );
  }
}

/** Reads tallies, and deltas that are not yet folded. @param which condition for labels of `tally` */
function rolled({ labels }: Question, which: string, plan: ReadPlan, bind: Bind): string[] {
  const columns = `${cellSql(plan, bind)}, t.label, t.total, t.part`;
  const within = `t.id_project = $1 and t.metric = $2 and ${rolledSql(plan, bind)}`;
  return [
    `select ${columns} from tally t where ${within} and t.span = ${plan.span} and ${which}`,
    `select ${columns} from tally_delta t where ${within}${among('t.label', labels, bind)}`,
  ];
}

function edges({ metric, labels }: Question, plan: ReadPlan, bind: Bind): string[] {
  const source = facts[metric];
  if (!source) return [];
  const { table, label, part } = source;
  return edgesOf(plan).map(
    (edge) => `select 1 as cell, ${label} as label, 1 as total, ${part} as part from ${table}
     where t.id_project = $1 and ${betweenSql('t.created_at', edge, bind)}${among(label, labels, bind)}`,
  );
}

function among(column: string, labels: readonly string[] | undefined, bind: Bind): string {
  return labels === undefined ? '' : ` and ${column} = any(${bind(labels)}::text[])`;
}
