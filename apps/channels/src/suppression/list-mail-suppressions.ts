import type { outgoingApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './suppression.repository.ts';

type ListMailSuppressions = Operation<typeof outgoingApi.listMailSuppressions, Context>;

export const listMailSuppressions: ListMailSuppressions = async ({ suppressions }, _actor, { id_project }) =>
  (await suppressions.list(id_project)).map(viewOf);
