import type { Bind } from '@parley/service-kit';

import type { FigureReader } from '../rollup/figure-reader.repository.ts';
import { labelOf } from '../rollup/label.ts';
import { sqlValues, whereSql } from '../rollup/sql-values.ts';
import { quarterSql } from '../rollup/sums.sql.ts';
import type { TallyFigures, TallySums } from '../rollup/tally-figures.repository.ts';
import { type Division, wholeWindow } from '../window/cells.ts';
import { type Group, groupsOf } from '../window/groups.ts';
import { boundsOf, type Reach, reachOf } from '../window/reach.ts';
import { type UsualWindow, type WindowQuery, windowOf } from '../window/window.ts';

/** Which messages. */
export interface MessageFilter {
  sender?: string | undefined;
  /** A `request_id`. */
  recipient?: string | undefined;
  channel?: string | undefined;
}

export interface MessageQuestion extends WindowQuery, MessageFilter {
  id_project: string;
}

export interface SenderCount {
  sender: string;
  count: number;
}

/** Reads the figures of messages. */
export class MessageFigures {
  readonly #reader: FigureReader;
  readonly #tallies: TallyFigures;

  readonly #now: () => number;

  constructor(reader: FigureReader, tallies: TallyFigures, now: () => number) {
    this.#reader = reader;
    this.#tallies = tallies;
    this.#now = now;
  }

  /** @param usual the window, unless the question names one @throws query_timeout, validation_failed */
  async groups<Key>(
    question: MessageQuestion,
    usual: UsualWindow,
    divide: Division<Key>,
  ): Promise<Group<Key, TallySums>[]> {
    const window = windowOf(question, usual, this.#now());
    const cells = divide(window);
    return groupsOf(cells, await this.#sums(question.id_project, question, reachOf(window, cells)));
  }

  /** Those with the most messages. @throws query_timeout, validation_failed */
  senders(question: MessageQuestion, usual: UsualWindow, limit: number): Promise<SenderCount[]> {
    const window = windowOf(question, usual, this.#now());
    const { values, bind } = sqlValues(question.id_project);
    return this.#reader.query<SenderCount>(
      `select m.sender, count(*) as count from ${matching(question, reachOf(window, wholeWindow(window)), bind)}
       group by m.sender order by count(*) desc, m.sender limit ${bind(limit)}`,
      values,
    );
  }

  #sums(projectId: string, filter: MessageFilter, reach: Reach): Promise<TallySums[]> {
    const { sender, recipient, channel } = filter;
    if (sender === undefined && recipient === undefined) {
      return this.#tallies.sums(
        projectId,
        { metric: 'messages', labels: channel === undefined ? undefined : [labelOf(channel)] },
        reach,
      );
    }
    const { values, bind } = sqlValues(projectId);
    const cell = `greatest(1, width_bucket(${quarterSql('m.created_at')}, ${bind(reach.starts)}::int[]))`;
    return this.#reader.query<TallySums>(
      `select ${cell} as cell, count(*) as total, count(*) filter (where m.is_received) as part
       from ${matching(filter, reach, bind)} group by 1 order by 1`,
      values,
    );
  }
}

function matching({ sender, recipient, channel }: MessageFilter, reach: Reach, bind: Bind): string {
  const [from, until] = boundsOf(reach);
  const ofRequest = `and m.request in (select id from request_fact where id_project = $1 and request_id = `;
  return `message_fact m where m.id_project = $1 and m.is_counted
    and m.created_at >= ${bind(from)} and m.created_at < ${bind(until)}
    ${whereSql('m.sender', sender, bind)}${whereSql('m.channel', channel && labelOf(channel), bind)}
    ${recipient === undefined ? '' : `${ofRequest}${bind(recipient)})`}`;
}
