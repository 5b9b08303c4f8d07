import type { macroApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { readerOfRecords, refuseSharedBy } from '../owned/reader.ts';

type DeleteMacro = Operation<typeof macroApi.deleteMacro, Context>;

export const deleteMacro: DeleteMacro = (context, actor, { id_project, macro_id }) =>
  context.macros.remove(id_project, macro_id, readerOfRecords(actor), ({ shared }) => refuseSharedBy(actor, shared));
