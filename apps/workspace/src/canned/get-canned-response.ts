import { type cannedApi, cannedErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { isVisible, viewOf } from './canned.ts';

type GetCannedResponse = Operation<typeof cannedApi.getCannedResponse, Context>;

export const getCannedResponse: GetCannedResponse = async (context, actor, { id_project, canned_id }) => {
  const canned = await context.canned.find(id_project, canned_id);
  if (!canned || !isVisible(canned, actor)) throw cannedErrors.canned_not_found();
  return viewOf(canned);
};
