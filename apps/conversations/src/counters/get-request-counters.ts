import type { counterApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type GetRequestCounters = Operation<typeof counterApi.getRequestCounters, Context>;

export const getRequestCounters: GetRequestCounters = (context, actor, { id_project }) =>
  context.counters.get(actor, id_project);
