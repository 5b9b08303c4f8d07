import type { labelApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { clear, exists, removedViewOf } from './label.ts';

type DeleteLabels = Operation<typeof labelApi.deleteLabels, Context>;

export const deleteLabels: DeleteLabels = async (context, _actor, { id_project }) => {
  const at = new Date();
  const { before, after } = await context.labels.change(id_project, (current) => clear(current, at));
  return exists(before) && after ? { ...removedViewOf(before, after), deletedCount: 1 } : { deletedCount: 0 };
};
