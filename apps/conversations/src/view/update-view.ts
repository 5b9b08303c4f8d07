import type { viewApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { readerOfRecords, refuseSharedBy } from '../owned/reader.ts';
import { changedView } from './view.ts';

type UpdateView = Operation<typeof viewApi.updateView, Context>;

export const updateView: UpdateView = (context, actor, input) =>
  context.views.update(input.id_project, input.view_id, readerOfRecords(actor), (row) => {
    const next = changedView(row, input);
    refuseSharedBy(actor, row.shared || next.shared);
    return next;
  });
