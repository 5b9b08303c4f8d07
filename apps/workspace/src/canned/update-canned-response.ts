import type { cannedApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { update, viewOf } from './canned.ts';

type UpdateCannedResponse = Operation<typeof cannedApi.updateCannedResponse, Context>;

export const updateCannedResponse: UpdateCannedResponse = async (context, actor, input) => {
  const { id_project, canned_id, ...wanted } = input;
  const at = new Date();
  return viewOf(await context.canned.update(id_project, canned_id, (current) => update(current, wanted, actor, at)));
};
