import type { fileApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { principalOf } from './file.ts';
import { quotaOf, shownLimit } from './quota.ts';

type GetUsage = Operation<typeof fileApi.getUsage, Context>;

export const getUsage: GetUsage = async (context, actor) => {
  const principal = principalOf(actor);
  const quota = quotaOf(context.config, principal);
  const { bytes, files } = await context.usage.of(principal);
  return { used: bytes, files, limit: shownLimit(quota.bytes), limit_files: shownLimit(quota.files) };
};
