import type { viewApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { readerOfRecords, refuseSharedBy } from '../owned/reader.ts';

type DeleteView = Operation<typeof viewApi.deleteView, Context>;

export const deleteView: DeleteView = (context, actor, { id_project, view_id }) =>
  context.views.remove(id_project, view_id, readerOfRecords(actor), ({ shared }) => refuseSharedBy(actor, shared));
