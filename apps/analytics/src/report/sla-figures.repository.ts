import type { ReportGroup, SlaMetric } from '@parley/contracts';
import { binder } from '@parley/service-kit/database';

import type { FigureReader } from '../rollup/figure-reader.repository.ts';
import { betweenSql } from '../rollup/read-plan.sql.ts';
import type { DayKey } from '../window/calendar.ts';
import { byDay, type Cell } from '../window/cells.ts';
import { boundsOf } from '../window/read-plan.ts';
import type { DefaultWindow, WindowQuery } from '../window/window.ts';
import {
  filterSql,
  type GroupColumns,
  groupSql,
  maxReportDays,
  maxReportRows,
  type ReportFilter,
} from './report-group.ts';

export interface ReportQuestion extends WindowQuery, ReportFilter {
  id_project: string;
  group?: ReportGroup | undefined;
}

/** Clocks of one metric with something in common. */
export interface ClockSums {
  part: string | null;
  metric: SlaMetric;
  started: number;
  met: number;
  breached: number;
  cancelled: number;
  elapsedAvg: number | null;
  elapsedP90: number | null;
}

const columns: GroupColumns = {
  columns: {
    ...{ policy: 'c.policy', metric: 'c.metric', priority: 'c.priority', department: 'c.department' },
    channel: 'c.channel',
  },
  lists: { tag: 'c.tags', agent: 'c.agents' },
  at: 'c.started_at',
};
const metrics = 3;

/** Reads clocks by the time at which they started. */
export class SlaFigures {
  readonly #reader: FigureReader;

  constructor(reader: FigureReader) {
    this.#reader = reader;
  }

  /** The parts with the most clocks first. @throws query_timeout, validation_failed */
  async report(
    question: ReportQuestion,
    defaultWindow: DefaultWindow,
  ): Promise<{ rows: ClockSums[]; days: Cell<DayKey>[] }> {
    const { cells: days, plan } = this.#reader.divided(question, defaultWindow, byDay);
    const values: unknown[] = [question.id_project];
    const bind = binder(values);
    const { part, join } = groupSql(question.group, columns, plan, bind);
    const rows = await this.#reader.query<ClockSums>(
      `select s.* from (
         select ${part} as part, c.metric, count(*)::int as started,
           (count(*) filter (where c.state = 'met' and not c.is_breached))::int as met,
           (count(*) filter (where c.is_breached))::int as breached,
           (count(*) filter (where c.state = 'cancelled' and not c.is_breached))::int as cancelled,
           avg(c.elapsed_ms)::float8 as "elapsedAvg",
           (percentile_disc(0.9) within group (order by c.elapsed_ms))::float8 as "elapsedP90"
         from clock_fact c ${join}
         where c.id_project = $1 and ${betweenSql('c.started_at', boundsOf(plan), bind)}
           ${filterSql(question, { alias: 'c', people: 'c.agents' }, bind)}
           and not exists (select from request_fact f where f.id_project = $1 and f.id = c.request and f.is_deleted)
         group by 1, 2) s
       order by sum(s.started) over (partition by s.part) desc, s.part, s.metric
       limit ${metrics * (question.group === 'day' ? maxReportDays : maxReportRows)}`,
      values,
    );
    return { rows, days };
  }
}
