import type { customEventApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type GetEvent = Operation<typeof customEventApi.getEvent, Context>;

export const getEvent: GetEvent = (context, _actor, { id_project, event_id }) =>
  context.customEvents.get(id_project, event_id);
