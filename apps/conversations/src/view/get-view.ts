import type { viewApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { readerOfRecords } from '../owned/reader.ts';

type GetView = Operation<typeof viewApi.getView, Context>;

export const getView: GetView = async (context, actor, { id_project, view_id }) => {
  const view = await context.views.get(id_project, view_id, readerOfRecords(actor));
  return context.references.markedOne(id_project, view);
};
