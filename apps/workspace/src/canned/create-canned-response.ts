import type { cannedApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { newCanned, viewOf } from './canned.ts';

type CreateCannedResponse = Operation<typeof cannedApi.createCannedResponse, Context>;

export const createCannedResponse: CreateCannedResponse = async (context, actor, { id_project, ...wanted }) => {
  const at = new Date();
  const canned = newCanned(newId(at), id_project, wanted, actor, at);
  await context.canned.insert(canned);
  return viewOf(canned);
};
