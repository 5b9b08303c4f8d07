import type { TagFiguresView } from '@parley/contracts';
import { binder } from '@parley/service-kit/database';
import type { z } from 'zod';

import type { FigureReader } from '../rollup/figure-reader.repository.ts';
import { betweenSql, factCellSql } from '../rollup/read-plan.sql.ts';
import { byDay } from '../window/cells.ts';
import { boundsOf } from '../window/read-plan.ts';
import type { DefaultWindow, WindowQuery } from '../window/window.ts';

type TagFigures = z.output<typeof TagFiguresView>;

const maxTags = 50;

/** Reads how often conversations carry which tags now. */
export class TagFigureReader {
  readonly #reader: FigureReader;

  constructor(reader: FigureReader) {
    this.#reader = reader;
  }

  /** The most frequent tags, by their total, then name; a value for each day. @throws query_timeout, validation_failed */
  async series(question: WindowQuery & { id_project: string }, defaultWindow: DefaultWindow): Promise<TagFigures> {
    const { cells: days, plan } = this.#reader.divided(question, defaultWindow, byDay);
    const values: unknown[] = [question.id_project];
    const bind = binder(values);
    const rows = await this.#reader.query<{ tag: string; cell: number; count: number }>(
      `with tagged as (select tag, ${factCellSql('created_at', plan, bind)}
         from request_fact cross join unnest(tags) tag where id_project = $1 and is_counted
           and ${betweenSql('created_at', boundsOf(plan), bind)}),
       top as (select tag, count(*) as total from tagged group by tag order by count(*) desc, tag collate "C" limit ${maxTags})
       select tag, cell, count(*) as count from tagged join top using (tag)
       group by tag, total, cell order by total desc, tag collate "C", cell`,
      values,
    );
    if (rows.length === 0) return { dates: [], series: [] };
    const series = [...Map.groupBy(rows, ({ tag }) => tag)].map(([name, counts]) => {
      const byCell = new Map(counts.map(({ cell, count }) => [cell, count]));
      return { name, values: days.map((_, index) => byCell.get(index + 1) ?? 0) };
    });
    return { dates: days.map(({ key }) => dateOf(key)), series };
  }
}

const padded = (value: number) => String(value).padStart(2, '0');

function dateOf({ year, month, day }: { year: number; month: number; day: number }): string {
  return `${padded(day)}/${padded(month)}/${year}`;
}
