import type { scheduleApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { checkedToChange } from './own-scheduled.ts';
import { unschedule } from './schedule.ts';
import type { ScheduledMessage } from './scheduled.repository.ts';
import { viewScheduled } from './scheduled.view.ts';

type CancelScheduledMessage = Operation<typeof scheduleApi.cancelScheduledMessage, Context>;

export const cancelScheduledMessage: CancelScheduledMessage = async (context, actor, input) => {
  const { id_project, request_id, scheduled_id } = input;
  let one: ScheduledMessage | undefined;
  const before = async (request: string) => {
    one = await context.scheduledMessages.find(id_project, request, scheduled_id);
  };
  const { request } = await context.requests.update(
    actor,
    id_project,
    request_id,
    (current, { at }) => {
      const { id } = checkedToChange(actor, one, current);
      return unschedule(current, { id, state: 'cancelled', why: 'person' }, at, 'cancelScheduledMessage');
    },
    { before },
  );
  return viewScheduled(input, await context.scheduledMessages.get(id_project, request.id, scheduled_id));
};
