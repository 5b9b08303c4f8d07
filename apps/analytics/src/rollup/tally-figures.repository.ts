import type { Bind } from '@parley/service-kit';

import type { Division } from '../window/cells.ts';
import { type CellSums, type Group, groupsOf } from '../window/groups.ts';
import { type Reach, reachOf } from '../window/reach.ts';
import { type UsualWindow, type WindowQuery, windowOf } from '../window/window.ts';
import type { FigureReader } from './figure-reader.repository.ts';
import { anyLabel } from './label.ts';
import { sqlValues } from './sql-values.ts';

export type Metric = 'messages' | 'visitors' | 'events' | 'activities';

/** Which of a metric: those of some labels, or all. */
export interface Question {
  metric: Metric;
  labels?: readonly string[] | undefined;
}

/** `part`: of messages, those received. */
export interface TallySums extends CellSums {
  part: number;
}

/** Where the facts of a metric are that is asked for up to the moment. */
const facts: Partial<Record<Metric, { table: string; label: string; part: string }>> = {
  messages: {
    table: '(select * from message_fact where is_counted) t',
    label: 't.channel',
    part: 't.is_received::int',
  },
  visitors: { table: '(select * from visitor_fact where is_counted) t', label: `''`, part: '0' },
  activities: { table: 'activity t', label: 't.verb', part: '0' },
};

/** Reads what is counted one by one. */
export class TallyFigures {
  readonly #reader: FigureReader;

  readonly #now: () => number;

  constructor(reader: FigureReader, now: () => number) {
    this.#reader = reader;
    this.#now = now;
  }

  /** @param usual the window, unless the question names one @throws query_timeout, validation_failed */
  async groups<Key>(
    question: WindowQuery & { id_project: string },
    metric: Metric,
    usual: UsualWindow,
    divide: Division<Key>,
  ): Promise<Group<Key, TallySums>[]> {
    const window = windowOf(question, usual, this.#now());
    const cells = divide(window);
    return groupsOf(cells, await this.sums(question.id_project, { metric }, reachOf(window, cells)));
  }

  /** Of cells in which nothing is there is none. @throws query_timeout */
  sums(projectId: string, question: Question, reach: Reach): Promise<TallySums[]> {
    const { values, bind } = sqlValues(projectId, question.metric);
    const labels = `t.label = any(${bind(question.labels ?? [anyLabel])}::text[])`;
    const parts = [...rolled(question, labels, reach, bind), ...edges(question, reach, bind)].join(' union all ');
    return this.#reader.query<TallySums>(
      `select cell, sum(total) as total, sum(part) as part from (${parts}) parts
       group by cell having sum(total) <> 0 order by cell`,
      values,
    );
  }

  /** By label, all or some. @throws query_timeout */
  sumsByLabel(projectId: string, question: Question, reach: Reach): Promise<(TallySums & { label: string })[]> {
    const { values, bind } = sqlValues(projectId, question.metric);
    const labels =
      question.labels === undefined ? `t.label <> '${anyLabel}'` : `t.label = any(${bind(question.labels)}::text[])`;
    return this.#reader.query<TallySums & { label: string }>(
      `select cell, label, sum(total) as total, sum(part) as part
       from (${rolled(question, labels, reach, bind).join(' union all ')}) parts
       group by cell, label having sum(total) <> 0 order by cell, label`,
      values,
    );
  }
}

/** From tallies, and from what waits to be added to them. @param which condition for labels of `tally` */
function rolled({ labels }: Question, which: string, { span, starts, rolled }: Reach, bind: Bind): string[] {
  const cell = `width_bucket(t.quarter, ${bind(starts)}::int[]) as cell`;
  const within = `t.quarter >= ${bind(rolled[0])} and t.quarter < ${bind(rolled[1])}`;
  return [
    `select ${cell}, t.label, t.total, t.part from tally t
     where t.id_project = $1 and t.metric = $2 and t.span = ${span} and ${which} and ${within}`,
    `select ${cell}, t.label, t.total, t.part from tally_delta t
     where t.id_project = $1 and t.metric = $2 and ${within}${among('t.label', labels, bind)}`,
  ];
}

function edges({ metric, labels }: Question, reach: Reach, bind: Bind): string[] {
  const source = facts[metric];
  if (!source) return [];
  return reach.edges.map(
    ([
      from,
      until,
    ]) => `select 1 as cell, ${source.label} as label, 1 as total, ${source.part} as part from ${source.table}
     where t.id_project = $1 and t.created_at >= ${bind(new Date(from))} and t.created_at < ${bind(new Date(until))}
       ${among(source.label, labels, bind)}`,
  );
}

function among(column: string, labels: readonly string[] | undefined, bind: Bind): string {
  return labels === undefined ? '' : ` and ${column} = any(${bind(labels)}::text[])`;
}
