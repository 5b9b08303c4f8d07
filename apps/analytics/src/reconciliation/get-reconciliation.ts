import type { reconciliationApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './reconciliation.ts';

type GetReconciliation = Operation<typeof reconciliationApi.getReconciliation, Context>;

export const getReconciliation: GetReconciliation = async ({ reconciliations }, _actor, { id_project, run_id }) =>
  viewOf(await reconciliations.get(id_project, run_id));
