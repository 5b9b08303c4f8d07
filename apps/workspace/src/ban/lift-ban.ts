import type { banApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from '../project/project.ts';
import { lift } from './ban.ts';

type LiftBan = Operation<typeof banApi.liftBan, Context>;

export const liftBan: LiftBan = async (context, actor, { id_project, banid }) => {
  const at = new Date();
  const { after } = await context.projects.change(id_project, (current) => lift(current, banid, at));
  return viewOf(after, actor.role);
};
