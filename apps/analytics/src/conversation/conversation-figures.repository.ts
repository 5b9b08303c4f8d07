import { type Bind, binder } from '@parley/service-kit/database';

import type { FigureReader } from '../rollup/figure-reader.repository.ts';
import { anyLabel, labelOf, whereSql } from '../rollup/label.ts';
import { betweenSql, cellSql, factCellSql, rolledSql } from '../rollup/read-plan.sql.ts';
import { contributionSql, sumColumns } from '../rollup/sums.sql.ts';
import { type Division, wholeWindow } from '../window/cells.ts';
import type { Group } from '../window/groups.ts';
import { boundsOf, cellBoundsOf, edgesOf, type ReadPlan } from '../window/read-plan.ts';
import type { DefaultWindow } from '../window/window.ts';
import type {
  ConversationFilter,
  ConversationQuestion,
  DurationPercentiles,
  Sums,
  SumsOfPart,
  SumsWithPercentiles,
} from './conversation-question.ts';
import { percentilesSql } from './percentiles.sql.ts';

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
  percentileGroups<Key>(
    question: ConversationQuestion,
    defaultWindow: DefaultWindow,
    divide: Division<Key>,
  ): Promise<Group<Key, SumsWithPercentiles>[]> {
    const filter = stored(question);
    return this.#reader.groups(question, defaultWindow, divide, async (plan) => {
      const [sums, percentiles] = await Promise.all([
        this.#sums(question.id_project, filter, plan),
        this.#percentiles(question.id_project, filter, plan),
      ]);
      return sums.map((one): SumsWithPercentiles => ({ ...one, ...percentiles.get(one.cell) }));
    });
  }

  /**
   * The sums of each department, the largest first; `part` is empty for conversations without one.
   * @param defaultWindow of whole days @throws query_timeout, validation_failed
   */
  async departments(
    question: ConversationQuestion,
    defaultWindow: DefaultWindow,
    limit: number,
  ): Promise<(SumsOfPart & DurationPercentiles)[]> {
    const { plan } = this.#reader.divided(question, defaultWindow, wholeWindow);
    const filter = stored(question);
    if (filter.participant !== undefined)
      return this.#participations(question.id_project, filter, plan, 'department', limit);
    const parts = await this.#departmentSums(question.id_project, filter, plan, limit);
    if (parts.length === 0) return [];
    const values: unknown[] = [question.id_project];
    const [from, until] = boundsOf(plan).map((at) => at.getTime()) as [number, number];
    const slots = parts.map(({ part }) => ({ department: part, from, until }));
    const percentiles = await this.#reader.query<DurationPercentiles & { slot: number }>(
      percentilesSql(slots, filter.channel, binder(values)),
      values,
    );
    const bySlot = new Map(percentiles.map(({ slot, ...found }) => [slot, found]));
    return parts.map((sums, index) => ({ ...sums, ...bySlot.get(index + 1) }));
  }

  /**
   * The sums of each participant, the largest first: a conversation counts for all who take part in it.
   * @throws query_timeout, validation_failed
   */
  participants(
    question: ConversationQuestion,
    defaultWindow: DefaultWindow,
    limit: number,
  ): Promise<(SumsOfPart & DurationPercentiles)[]> {
    const { plan } = this.#reader.divided(question, defaultWindow, wholeWindow);
    return this.#participations(question.id_project, stored(question), plan, 'participant', limit);
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

  /** Each department's rows are looked up by themselves (`offset 0`), in the rollups of the channel that was asked for. */
  #departmentSums(
    projectId: string,
    { department_id, channel }: ConversationFilter,
    plan: ReadPlan,
    limit: number,
  ): Promise<SumsOfPart[]> {
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const next = (after: string) =>
      `select department from request_rollup where id_project = $1 and span = ${plan.span}${after} order by department limit 1`;
    const within = rolledSql(plan, bind);
    const ofChannel = whereSql('channel', channel, bind);
    return this.#reader.query<SumsOfPart>(
      `with recursive known(part) as ((${next('')}) union all
         select (${next(' and department > known.part')}) from known where known.part is not null)
       select part, ${selected} from (
         select part, ${sumColumns.join(', ')} from known cross join lateral (
           select * from request_rollup where id_project = $1 and span = ${plan.span} and department = known.part
             and channel = ${bind(channel ?? anyLabel)} and ${within} offset 0) rolled where part <> '${anyLabel}'
         union all select department, ${contributionSql('sign')} from request_delta where id_project = $1 and ${within}${ofChannel}
       ) sources where true${whereSql('part', department_id, bind)}
       group by part having sum(total) <> 0 order by sum(total) desc, part limit ${bind(limit)}`,
      values,
    );
  }

  /** @param column what the sums are of */
  #participations(
    projectId: string,
    filter: ConversationFilter,
    plan: ReadPlan,
    column: 'department' | 'participant',
    limit: number,
  ): Promise<(SumsOfPart & DurationPercentiles)[]> {
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const columns = `${column} as part, duration_ms, ${contributionSql('1')}`;
    return this.#reader.query(
      `select part, ${selected}, ${percentilesOfRows} from (${participantRows(filter, plan, bind, columns)}) sources
       group by part order by sum(total) desc, part limit ${bind(limit)}`,
      values,
    );
  }

  /** Those of the durations, exact, by cell number; omits cells without durations. */
  async #percentiles(
    projectId: string,
    filter: ConversationFilter,
    plan: ReadPlan,
  ): Promise<Map<number, DurationPercentiles>> {
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const slots = cellBoundsOf(plan).map(([from, until]) => ({
      ...{ from, until },
      department: filter.department_id ?? anyLabel,
    }));
    const text =
      filter.participant === undefined
        ? percentilesSql(slots, filter.channel, bind)
        : `select cell as slot, ${percentilesOfRows} from (${participantRows(filter, plan, bind, 'duration_ms')}) sources
           where duration_ms is not null group by cell`;
    const rows = await this.#reader.query<DurationPercentiles & { slot: number }>(text, values);
    return new Map(rows.map(({ slot, ...percentiles }) => [slot, percentiles]));
  }
}

/** The filter in terms of stored labels. */
function stored({ department_id, participant, channel }: ConversationFilter): ConversationFilter {
  return { department_id, participant, channel: channel && labelOf(channel) };
}

const selected = sumColumns.map((column) => `sum(${column}) as "${camelCase(column)}"`).join(', ');

/** Of rows with a `duration_ms`. */
const percentilesOfRows = `percentile_cont(0.5) within group (order by duration_ms) as median,
  percentile_disc(0.9) within group (order by duration_ms) as p90`;

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
    where id_project = $1 and ${betweenSql('created_at', boundsOf(plan), bind)}
      ${whereSql('participant', participant, bind)}${whereSql('department', department, bind)}${whereSql('channel', channel, bind)}`;
}
