import { type tagApi, tagErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './tag.ts';

type GetTag = Operation<typeof tagApi.getTag, Context>;

export const getTag: GetTag = async (context, _actor, { id_project, tag_id }) => {
  const tag = await context.tags.find(id_project, tag_id);
  if (!tag) throw tagErrors.tag_not_found();
  return viewOf(tag);
};
