import { type Actor, defaultMaxLateMs, type InputOf, type ScheduledContent, type scheduleApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { schedule } from './schedule.ts';
import { scheduleTimeOf } from './schedule-time.ts';
import type { Author, ScheduledMessage } from './scheduled.repository.ts';
import { viewScheduled } from './scheduled.view.ts';

type ScheduleMessage = Operation<typeof scheduleApi.scheduleMessage, Context>;

export const scheduleMessage: ScheduleMessage = async (context, actor, input) => {
  const { id_project, request_id, cancel_on = ['requester_message', 'closed'], max_late = defaultMaxLateMs } = input;
  const timeOf = await scheduleTimeOf(context, input);
  const id = newId();
  let made: ScheduledMessage | undefined;

  await context.db.transaction(async () => {
    await context.requests.update(actor, id_project, request_id, (current, { at }) => {
      const time = timeOf?.(at) ?? at;
      made = {
        ...{ id, request: current.id, version: 0, at: time, state: 'pending', why: null, messageId: null },
        ...{ author: authorOf(actor), content: contentOf(input), cancelOn: cancel_on, maxLateMs: max_late },
        ...{ createdAt: at, updatedAt: at },
      };
      return schedule(current, { _id: id, __v: 0, at: time.toISOString(), cancel_on }, at);
    });
    if (made) await context.scheduledMessages.keep(id_project, made);
  });
  if (!made) throw new Error('A scheduled message was not decided on.');
  return viewScheduled(input, made);
};

function authorOf({ kind, id, role, name, jti, rights, visibility }: Actor): Author {
  return JSON.parse(JSON.stringify({ kind, id, role, name, jti, rights, visibility })) as Author;
}

function contentOf(input: InputOf<typeof scheduleApi.scheduleMessage>): ScheduledContent {
  const { text, type, metadata, attributes, language } = input;
  return { text, type, metadata, attributes, language };
}
