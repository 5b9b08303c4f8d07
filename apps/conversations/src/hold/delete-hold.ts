import type { retentionApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type DeleteHold = Operation<typeof retentionApi.deleteHold, Context>;

export const deleteHold: DeleteHold = (context, _actor, { id_project, hold_id }) =>
  context.holds.remove(id_project, hold_id);
