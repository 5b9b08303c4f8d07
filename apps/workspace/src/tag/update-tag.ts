import type { tagApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { update, viewOf } from './tag.ts';

type UpdateTag = Operation<typeof tagApi.updateTag, Context>;

export const updateTag: UpdateTag = async (context, _actor, { id_project, tag_id, ...wanted }) => {
  const at = new Date();
  return viewOf(await context.tags.update(id_project, tag_id, (current) => update(current, wanted, at)));
};
