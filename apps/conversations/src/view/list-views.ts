import { maxPersonalViews, maxSharedViews, type viewApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { readerOfRecords } from '../owned/reader.ts';

type ListViews = Operation<typeof viewApi.listViews, Context>;

export const listViews: ListViews = async (context, actor, { id_project }) => {
  const visible = await context.views.list(id_project, readerOfRecords(actor));
  const views = await context.references.marked(id_project, visible);
  return { perPage: maxSharedViews + maxPersonalViews, count: views.length, views };
};
