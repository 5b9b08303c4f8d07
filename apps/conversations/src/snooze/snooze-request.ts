import type { snoozeApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { principalOf } from '../access/actor.ts';
import { refuseOutsider } from '../access/participation.ts';
import type { Context } from '../context.ts';
import { answerOf } from '../request-store/answer.ts';
import { snooze } from './snooze.ts';
import { snoozeOf } from './snooze-of.ts';

type SnoozeRequest = Operation<typeof snoozeApi.snoozeRequest, Context>;

export const snoozeRequest: SnoozeRequest = async (context, actor, input) => {
  const { id_project, request_id } = input;
  const calendar = input.opening === undefined ? undefined : await context.calendars.ofProject(id_project);

  const stored = await context.requests.update(actor, id_project, request_id, (current, { at }) => {
    refuseOutsider(actor, current);
    return snooze(current, snoozeOf(input, calendar, principalOf(actor), at), at);
  });
  return answerOf(context, actor, stored);
};
