import type { viewApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { readerOfRecords, refuseSharedBy } from '../owned/reader.ts';
import { changedView } from './view.ts';

type UpdateView = Operation<typeof viewApi.updateView, Context>;

export const updateView: UpdateView = async (context, actor, input) => {
  const { id_project, view_id } = input;
  const view = await context.views.update(id_project, view_id, readerOfRecords(actor), (row) => {
    const next = changedView(row, input);
    refuseSharedBy(actor, row.shared || next.shared);
    return next;
  });
  return context.references.markedOne(id_project, view);
};
