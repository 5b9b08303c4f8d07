import type { tagApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { remove, viewOf } from './tag.ts';

type DeleteTag = Operation<typeof tagApi.deleteTag, Context>;

export const deleteTag: DeleteTag = async (context, _actor, { id_project, tag_id, from }) => {
  const at = new Date();
  return viewOf(await context.tags.remove(id_project, tag_id, (current) => remove(current, from, at)));
};
