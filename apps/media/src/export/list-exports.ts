import type { exportApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './export.ts';

type ListExports = Operation<typeof exportApi.listExports, Context>;

export const listExports: ListExports = async (context, _actor, { id_project, ...query }) => {
  const { exports, next, count, perPage } = await context.exports.list(id_project, query);
  const view = { perPage, count, exports: exports.map(viewOf) };
  return next ? answer(view, { link: nextLink(next, query) }) : view;
};
