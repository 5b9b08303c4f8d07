import type { importApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './import-run.ts';

type ListImports = Operation<typeof importApi.listImports, Context>;

export const listImports: ListImports = async (context, actor, query) => {
  const { imports, next, count, perPage } = await context.imports.list(actor.id, query);
  const now = new Date();
  const view = { perPage, count, imports: imports.map((one) => viewOf(one, now)) };
  return next ? answer(view, { link: nextLink(next, { ...query }) }) : view;
};
