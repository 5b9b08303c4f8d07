import type { retentionApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type ListHolds = Operation<typeof retentionApi.listHolds, Context>;

/** All holds of a project are one page. */
export const listHolds: ListHolds = (context, _actor, { id_project }) => context.holds.list(id_project);
