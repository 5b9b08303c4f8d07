import type { erasureApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './erasure.ts';

type GetErasure = Operation<typeof erasureApi.getErasure, Context>;

export const getErasure: GetErasure = async (context, _actor, { id_project, erasure }) =>
  viewOf(await context.erasures.get(id_project, erasure));
