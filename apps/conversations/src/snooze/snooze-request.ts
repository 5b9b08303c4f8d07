import { type InputOf, longestSnoozeMs, requestErrors, type snoozeApi, validationFailed } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { principalOf } from '../access/actor.ts';
import { refuseOutsider } from '../access/participation.ts';
import type { Context } from '../context.ts';
import { answerOf } from '../request-store/answer.ts';
import { snooze } from './snooze.ts';

type SnoozeRequest = Operation<typeof snoozeApi.snoozeRequest, Context>;
type Input = InputOf<typeof snoozeApi.snoozeRequest>;

export const snoozeRequest: SnoozeRequest = async (context, actor, input) => {
  const { id_project, request_id, wake_on_reply = true, reason } = input;
  const calendar = input.opening === undefined ? undefined : await context.calendars.ofProject(id_project);
  const endAt = (now: Date): number | undefined => {
    if (input.opening === undefined) return timeIn(input, now.getTime());
    const opening = calendar?.opening(now.getTime(), input.opening);
    if (opening === undefined) throw requestErrors.never_open();
    return opening;
  };

  const stored = await context.requests.update(actor, id_project, request_id, (current, { at }) => {
    refuseOutsider(actor, current);
    const end = endAt(at);
    const until = end === undefined ? {} : { until: new Date(end).toISOString() };
    return snooze(current, { ...until, wake_on_reply, by: principalOf(actor), ...(reason && { reason }) }, at);
  });
  return answerOf(context, actor, stored);
};

/** @throws validation_failed for a time that is over, or too far */
function timeIn({ until, in: inMs }: Input, now: number): number | undefined {
  if (inMs !== undefined) return now + inMs;
  if (until === undefined) return undefined;
  const time = Date.parse(until);
  if (time > now && time <= now + longestSnoozeMs) return time;
  throw validationFailed([
    { param: 'until', location: 'body', msg: 'Must be in the future, within 366 days', value: until },
  ]);
}
