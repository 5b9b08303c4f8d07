import type { cannedApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { remove, viewOf } from './canned.ts';

type DeleteCannedResponse = Operation<typeof cannedApi.deleteCannedResponse, Context>;

export const deleteCannedResponse: DeleteCannedResponse = async (context, actor, { id_project, canned_id }) => {
  const at = new Date();
  return viewOf(await context.canned.update(id_project, canned_id, (current) => remove(current, actor, at)));
};
