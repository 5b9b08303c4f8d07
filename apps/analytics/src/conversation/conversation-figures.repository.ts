import type { Bind } from '@parley/service-kit';

import type { FigureReader } from '../rollup/figure-reader.repository.ts';
import { anyLabel, labelOf } from '../rollup/label.ts';
import { sqlValues, whereSql } from '../rollup/sql-values.ts';
import { contributionSql, quarterSql, sumColumns } from '../rollup/sums.sql.ts';
import type { Division } from '../window/cells.ts';
import { type Group, groupsOf } from '../window/groups.ts';
import { boundsOf, type Reach, reachOf } from '../window/reach.ts';
import { type UsualWindow, windowOf } from '../window/window.ts';
import type { ConversationFilter, ConversationQuestion, Sums, SumsWithMedian } from './conversation-question.ts';
import { mediansSql } from './median.sql.ts';

/** Reads the figures of conversations. */
export class ConversationFigures {
  readonly #reader: FigureReader;
  readonly #now: () => number;

  constructor(reader: FigureReader, now: () => number) {
    this.#reader = reader;
    this.#now = now;
  }

  /** @param usual the window, unless the question names one @throws query_timeout, validation_failed */
  async groups<Key>(
    question: ConversationQuestion,
    usual: UsualWindow,
    divide: Division<Key>,
  ): Promise<Group<Key, Sums>[]> {
    const window = windowOf(question, usual, this.#now());
    const cells = divide(window);
    return groupsOf(cells, await this.#sums(question.id_project, stored(question), reachOf(window, cells)));
  }

  /** @param divide into cells with a key of their own each @throws query_timeout, validation_failed */
  async medianGroups<Key>(
    question: ConversationQuestion,
    usual: UsualWindow,
    divide: Division<Key>,
  ): Promise<Group<Key, SumsWithMedian>[]> {
    const window = windowOf(question, usual, this.#now());
    const cells = divide(window);
    const reach = reachOf(window, cells);
    const filter = stored(question);
    const [sums, medians] = await Promise.all([
      this.#sums(question.id_project, filter, reach),
      this.#medians(question.id_project, filter, reach),
    ]);
    return groupsOf(
      cells,
      sums.map((one): SumsWithMedian => ({ ...one, median: medians.get(one.cell) })),
    );
  }

  /** Of cells in which nothing is there is none. */
  #sums(projectId: string, filter: ConversationFilter, reach: Reach): Promise<Sums[]> {
    const { values, bind } = sqlValues(projectId);
    const parts = filter.participant === undefined ? rolled(filter, reach, bind) : taken(filter, reach, bind);
    return this.#reader.query<Sums>(
      `select cell, ${selected} from (${parts.join(' union all ')}) parts group by cell having sum(total) <> 0 order by cell`,
      values,
    );
  }

  /** The exact median of the durations of each cell, by its place; cells without any are missing. */
  async #medians(projectId: string, filter: ConversationFilter, reach: Reach): Promise<Map<number, number>> {
    const { text, values } = mediansSql(projectId, filter, reach);
    const rows = await this.#reader.query<{ cell: number; median: number }>(text, values);
    return new Map(rows.map(({ cell, median }) => [cell, median]));
  }
}

/** The filter in the words of the tables. */
function stored({ department_id, participant, channel }: ConversationFilter): ConversationFilter {
  return { department_id, participant, channel: channel && labelOf(channel) };
}

const selected = sumColumns.map((column) => `sum(${column}) as "${camelCase(column)}"`).join(', ');

function camelCase(column: string): string {
  return column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** From rollups, from what waits to be added to them, and at the ends of the window from facts. */
function rolled({ department_id: department, channel }: ConversationFilter, reach: Reach, bind: Bind): string[] {
  const { span, starts, rolled, edges } = reach;
  const cell = `width_bucket(quarter, ${bind(starts)}::int[]) as cell`;
  const within = `quarter >= ${bind(rolled[0])} and quarter < ${bind(rolled[1])}`;
  const filters = `${whereSql('department', department, bind)}${whereSql('channel', channel, bind)}`;
  return [
    `select ${cell}, ${sumColumns.join(', ')} from request_rollup where id_project = $1 and span = ${span}
     and department = ${bind(department ?? anyLabel)} and channel = ${bind(channel ?? anyLabel)} and ${within}`,
    `select ${cell}, ${contributionSql('sign')} from request_delta where id_project = $1 and ${within}${filters}`,
    ...edges.map(
      ([
        from,
        until,
      ]) => `select 1 as cell, ${contributionSql('1')} from request_fact where id_project = $1 and is_counted
       and created_at >= ${bind(new Date(from))} and created_at < ${bind(new Date(until))}${filters}`,
    ),
  ];
}

/** Who takes part is in no rollup. */
function taken(filter: ConversationFilter, reach: Reach, bind: Bind): string[] {
  const { department_id: department, channel, participant } = filter;
  const [from, until] = boundsOf(reach);
  return [
    `select greatest(1, width_bucket(${quarterSql('f.created_at')}, ${bind(reach.starts)}::int[])) as cell, ${contributionSql('1')}
     from participation p join request_fact f on f.id_project = p.id_project and f.id = p.request
     where p.id_project = $1 and p.participant = ${bind(participant)}
       and p.created_at >= ${bind(from)} and p.created_at < ${bind(until)}
       ${whereSql('f.department', department, bind)}${whereSql('f.channel', channel, bind)}`,
  ];
}
