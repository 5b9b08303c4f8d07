import { type Bind, binder } from '@parley/service-kit/database';

import type { FigureReader } from '../rollup/figure-reader.repository.ts';
import { anyLabel, labelOf, whereSql } from '../rollup/label.ts';
import { betweenSql, cellSql, factCellSql, rolledSql } from '../rollup/read-plan.sql.ts';
import { contributionSql, sumColumns } from '../rollup/sums.sql.ts';
import type { Division } from '../window/cells.ts';
import type { Group } from '../window/groups.ts';
import { boundsOf, edgesOf, type ReadPlan } from '../window/read-plan.ts';
import type { DefaultWindow } from '../window/window.ts';
import type { ConversationFilter, ConversationQuestion, Sums, SumsWithMedian } from './conversation-question.ts';
import { mediansSql } from './median.sql.ts';

/** Reads the figures of conversations. */
export class ConversationFigures {
  readonly #reader: FigureReader;

  constructor(reader: FigureReader) {
    this.#reader = reader;
  }

  /** @param defaultWindow if the question has none @throws query_timeout, validation_failed */
  groups<Key>(
    question: ConversationQuestion,
    defaultWindow: DefaultWindow,
    divide: Division<Key>,
  ): Promise<Group<Key, Sums>[]> {
    return this.#reader.groups(question, defaultWindow, divide, (plan) =>
      this.#sums(question.id_project, stored(question), plan),
    );
  }

  /** @param divide into cells with distinct keys @throws query_timeout, validation_failed */
  medianGroups<Key>(
    question: ConversationQuestion,
    defaultWindow: DefaultWindow,
    divide: Division<Key>,
  ): Promise<Group<Key, SumsWithMedian>[]> {
    const filter = stored(question);
    return this.#reader.groups(question, defaultWindow, divide, async (plan) => {
      const [sums, medians] = await Promise.all([
        this.#sums(question.id_project, filter, plan),
        this.#medians(question.id_project, filter, plan),
      ]);
      return sums.map((one): SumsWithMedian => ({ ...one, median: medians.get(one.cell) }));
    });
  }

  /** Omits empty cells. */
  #sums(projectId: string, filter: ConversationFilter, plan: ReadPlan): Promise<Sums[]> {
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const sources =
      filter.participant === undefined
        ? rolled(filter, plan, bind)
        : [participantRows(filter, plan, bind, contributionSql('1'))];
    return this.#reader.query<Sums>(
      `select cell, ${selected} from (${sources.join(' union all ')}) sources group by cell having sum(total) <> 0 order by cell`,
      values,
    );
  }

  /** The exact median of the durations by cell number; omits cells without durations. */
  async #medians(projectId: string, filter: ConversationFilter, plan: ReadPlan): Promise<Map<number, number>> {
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const text =
      filter.participant === undefined
        ? mediansSql(filter, plan, bind)
        : `select cell, percentile_cont(0.5) within group (order by duration_ms) as median
           from (${participantRows(filter, plan, bind, 'duration_ms')}) sources where duration_ms is not null group by cell`;
    const rows = await this.#reader.query<{ cell: number; median: number }>(text, values);
    return new Map(rows.map(({ cell, median }) => [cell, median]));
  }
}

/** The filter in terms of stored labels. */
function stored({ department_id, participant, channel }: ConversationFilter): ConversationFilter {
  return { department_id, participant, channel: channel && labelOf(channel) };
}

const selected = sumColumns.map((column) => `sum(${column}) as "${camelCase(column)}"`).join(', ');

function camelCase(column: string): string {
  return column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Reads rollups, deltas that are not yet folded, and facts at the edges of the window. */
function rolled({ department_id: department, channel }: ConversationFilter, plan: ReadPlan, bind: Bind): string[] {
  const cell = cellSql(plan, bind);
  const within = rolledSql(plan, bind);
  const filters = `${whereSql('department', department, bind)}${whereSql('channel', channel, bind)}`;
  return [
    `select ${cell}, ${sumColumns.join(', ')} from request_rollup where id_project = $1 and span = ${plan.span}
     and department = ${bind(department ?? anyLabel)} and channel = ${bind(channel ?? anyLabel)} and ${within}`,
    `select ${cell}, ${contributionSql('sign')} from request_delta where id_project = $1 and ${within}${filters}`,
    ...edgesOf(plan).map(
      (edge) => `select 1 as cell, ${contributionSql('1')} from request_fact
       where id_project = $1 and is_counted and ${betweenSql('created_at', edge, bind)}${filters}`,
    ),
  ];
}

/** Rollups do not cover participants: reads the figures stored with each participation. */
function participantRows(filter: ConversationFilter, plan: ReadPlan, bind: Bind, columns: string): string {
  const { department_id: department, channel, participant } = filter;
  return `select ${factCellSql('created_at', plan, bind)}, ${columns} from participation
    where id_project = $1 and participant = ${bind(participant)} and ${betweenSql('created_at', boundsOf(plan), bind)}
      ${whereSql('department', department, bind)}${whereSql('channel', channel, bind)}`;
}
