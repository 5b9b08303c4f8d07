import type { viewApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { principalOf } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { refuseSharedBy } from '../owned/reader.ts';
import { newView } from './view.ts';

type CreateView = Operation<typeof viewApi.createView, Context>;

export const createView: CreateView = async (context, actor, input) => {
  const { id_project, visibility = 'personal', position = 0 } = input;
  const shared = visibility !== 'personal';
  refuseSharedBy(actor, shared);
  const owner = principalOf(actor);
  const view = await context.views.create(id_project, { owner, shared, position }, (at) => newView(input, owner, at));
  return context.references.markedOne(id_project, view);
};
