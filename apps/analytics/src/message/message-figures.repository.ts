import { type Bind, binder } from '@parley/service-kit/database';

import type { FigureReader } from '../rollup/figure-reader.repository.ts';
import { labelOf, whereSql } from '../rollup/label.ts';
import { betweenSql, factCellSql } from '../rollup/read-plan.sql.ts';
import type { TallyFigures, TallySums } from '../rollup/tally-figures.repository.ts';
import { type Division, wholeWindow } from '../window/cells.ts';
import type { Group } from '../window/groups.ts';
import { boundsOf, type ReadPlan } from '../window/read-plan.ts';
import type { DefaultWindow, WindowQuery } from '../window/window.ts';

/** Selects messages. */
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
  /** In their newest message; null if they are erased. */
  name: string | null;
  count: number;
}

/** Reads the figures of messages. */
export class MessageFigures {
  readonly #reader: FigureReader;
  readonly #tallies: TallyFigures;

  constructor(reader: FigureReader, tallies: TallyFigures) {
    this.#reader = reader;
    this.#tallies = tallies;
  }

  /** @param defaultWindow if the question has none @throws query_timeout, validation_failed */
  groups<Key>(
    question: MessageQuestion,
    defaultWindow: DefaultWindow,
    divide: Division<Key>,
  ): Promise<Group<Key, TallySums>[]> {
    return this.#reader.groups(question, defaultWindow, divide, (plan) =>
      this.#sums(question.id_project, question, plan),
    );
  }

  /** The senders with the most messages. @throws query_timeout, validation_failed */
  senders(question: MessageQuestion, defaultWindow: DefaultWindow, limit: number): Promise<SenderCount[]> {
    const { plan } = this.#reader.divided(question, defaultWindow, wholeWindow);
    const values: unknown[] = [question.id_project];
    const bind = binder(values);
    return this.#reader.query<SenderCount>(
      `with senders as materialized (
         select m.sender, count(*) as count from ${matching(question, plan, bind)}
         group by m.sender order by count(*) desc, m.sender limit ${bind(limit)})
       select sender, name, count from senders left join lateral (
         select n.sender_name as name from message_fact n where n.id_project = $1 and n.sender = senders.sender
         order by n.created_at desc, n.id desc limit 1) newest on true
       order by count desc, sender`,
      values,
    );
  }

  #sums(projectId: string, filter: MessageFilter, plan: ReadPlan): Promise<TallySums[]> {
    const { sender, recipient, channel } = filter;
    if (sender === undefined && recipient === undefined) {
      return this.#tallies.sums(
        projectId,
        { metric: 'messages', labels: channel === undefined ? undefined : [labelOf(channel)] },
        plan,
      );
    }
    const values: unknown[] = [projectId];
    const bind = binder(values);
    return this.#reader.query<TallySums>(
      `select ${factCellSql('m.created_at', plan, bind)}, count(*) as total, count(*) filter (where m.is_received) as part
       from ${matching(filter, plan, bind)} group by 1 order by 1`,
      values,
    );
  }
}

function matching({ sender, recipient, channel }: MessageFilter, plan: ReadPlan, bind: Bind): string {
  const ofRequest = `and m.request in (select id from request_fact where id_project = $1 and request_id = `;
  return `message_fact m where m.id_project = $1 and m.is_counted
    and ${betweenSql('m.created_at', boundsOf(plan), bind)}
    ${whereSql('m.sender', sender, bind)}${whereSql('m.channel', channel && labelOf(channel), bind)}
    ${recipient === undefined ? '' : `${ofRequest}${bind(recipient)})`}`;
}
