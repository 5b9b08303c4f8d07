import type { tagApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { newTag, viewOf } from './tag.ts';

type CreateTag = Operation<typeof tagApi.createTag, Context>;

export const createTag: CreateTag = async (context, actor, { id_project, ...wanted }) => {
  const at = new Date();
  return viewOf(await context.tags.insert(newTag(newId(at), id_project, wanted, actor.id, at)));
};
