import { binder } from '@parley/service-kit/database';

import type { FigureReader } from '../rollup/figure-reader.repository.ts';
import { betweenSql } from '../rollup/read-plan.sql.ts';
import type { DayKey } from '../window/calendar.ts';
import { byDay, type Cell } from '../window/cells.ts';
import { boundsOf } from '../window/read-plan.ts';
import type { DefaultWindow } from '../window/window.ts';
import { filterSql, type GroupColumns, groupSql, maxReportDays, maxReportRows } from './report-group.ts';
import type { ReportQuestion } from './sla-figures.repository.ts';

/** Ratings of conversations with something in common. */
export interface RatingSums {
  part: string | null;
  asked: number;
  answered: number;
  count: number;
  average: number | null;
  /** Ratings by their score, 0 to 5. */
  scores: number[];
}

const columns: GroupColumns = {
  columns: {
    ...{ policy: 'f.policy', priority: 'f.priority', department: 'f.department', channel: 'f.channel' },
    survey: 'f.survey',
  },
  lists: { tag: 'f.tags', agent: `array(select p from unnest(f.participants) p where p not like 'bot\\_%')` },
  at: 'f.created_at',
};
const scores = [0, 1, 2, 3, 4, 5].map((score) => `count(*) filter (where round(f.rating) = ${score})`).join(', ');

/** Reads ratings and surveys by the time at which their conversations began. */
export class SatisfactionFigures {
  readonly #reader: FigureReader;

  constructor(reader: FigureReader) {
    this.#reader = reader;
  }

  /** The parts with the most ratings first; of conversations without either nothing. @throws query_timeout, validation_failed */
  async report(
    question: ReportQuestion,
    defaultWindow: DefaultWindow,
  ): Promise<{ rows: RatingSums[]; days: Cell<DayKey>[] }> {
    const { cells: days, plan } = this.#reader.divided(question, defaultWindow, byDay);
    const values: unknown[] = [question.id_project];
    const bind = binder(values);
    const { part, join } = groupSql(question.group, columns, plan, bind);
    const rows = await this.#reader.query<RatingSums>(
      `select ${part} as part, count(f.survey)::int as asked, (count(*) filter (where f.survey_answered))::int as answered,
         count(f.rating)::int as count, avg(f.rating)::float8 as average, array[${scores}]::int[] as scores
       from request_fact f ${join}
       where f.id_project = $1 and f.is_counted and ${betweenSql('f.created_at', boundsOf(plan), bind)}
         and (f.rating is not null or f.survey is not null) ${question.group === 'survey' ? 'and f.survey is not null' : ''}
         ${filterSql(question, { alias: 'f', people: 'f.participants' }, bind)}
       group by 1 order by count(*) desc, 1 limit ${question.group === 'day' ? maxReportDays : maxReportRows}`,
      values,
    );
    return { rows, days };
  }
}
