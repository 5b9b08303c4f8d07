import { bodyFaults, type InputOf, ScheduledContent, type scheduleApi, validationFailed } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { checkedToChange } from './own-scheduled.ts';
import { schedule } from './schedule.ts';
import { scheduleTimeOf } from './schedule-time.ts';
import type { ScheduledMessage } from './scheduled.repository.ts';
import { viewScheduled } from './scheduled.view.ts';

type UpdateScheduledMessage = Operation<typeof scheduleApi.updateScheduledMessage, Context>;

export const updateScheduledMessage: UpdateScheduledMessage = async (context, actor, input) => {
  const { id_project, request_id, scheduled_id } = input;
  const timeOf = await scheduleTimeOf(context, input);

  return context.db.transaction(async () => {
    // Under the lock of its request, nothing ends the message or changes it meanwhile.
    let found: ScheduledMessage | undefined;
    const before = async (request: string) => {
      found = await context.scheduledMessages.find(id_project, request, scheduled_id);
    };
    let next: ScheduledMessage | undefined;
    await context.requests.update(
      actor,
      id_project,
      request_id,
      (current, { at }) => {
        const one = checkedToChange(actor, found, current);
        const { cancel_on = one.cancelOn, max_late = one.maxLateMs } = input;
        const time = timeOf?.(at) ?? one.at;
        const content = contentOf(one.content, input);
        next = { ...one, version: one.version + 1, at: time, content, cancelOn: cancel_on, maxLateMs: max_late };
        next.updatedAt = at;
        return schedule(current, { _id: one.id, __v: next.version, at: time.toISOString(), cancel_on }, at);
      },
      { before },
    );
    if (!next) throw new Error('A scheduled message was not decided on.');
    await context.scheduledMessages.keep(id_project, next);
    return viewScheduled(input, next);
  });
};

/** @throws validation_failed for one that says nothing any more */
function contentOf(
  present: ScheduledContent,
  { text, type, metadata, attributes, language }: InputOf<typeof scheduleApi.updateScheduledMessage>,
): ScheduledContent {
  const given = Object.entries({ text, type, metadata, attributes, language }).filter(([, one]) => one !== undefined);
  const { data, error } = ScheduledContent.safeParse({ ...present, ...Object.fromEntries(given) });
  if (error) throw validationFailed(bodyFaults(error));
  return data;
}
