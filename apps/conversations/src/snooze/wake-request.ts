import type { snoozeApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { refuseOutsider } from '../access/participation.ts';
import type { Context } from '../context.ts';
import { answerOf } from '../request-store/answer.ts';
import { wake } from './snooze.ts';

type WakeRequest = Operation<typeof snoozeApi.wakeRequest, Context>;

export const wakeRequest: WakeRequest = async (context, actor, input) => {
  const stored = await context.requests.update(actor, input.id_project, input.request_id, (current, { at }) => {
    refuseOutsider(actor, current);
    return wake(current, 'person', at, 'wakeRequest');
  });
  return answerOf(context, actor, stored);
};
