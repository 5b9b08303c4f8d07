import type { groupApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { groupViewOf, setEnabled } from './group.ts';

type EnableGroup = Operation<typeof groupApi.enableGroup, Context>;

export const enableGroup: EnableGroup = async (context, _actor, { id_project, group_id }) => {
  const at = new Date();
  return groupViewOf(await context.groups.update(id_project, group_id, (current) => setEnabled(current, true, at)));
};
