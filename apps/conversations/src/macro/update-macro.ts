import type { macroApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { readerOfRecords, refuseSharedBy } from '../owned/reader.ts';
import { changedMacro } from './macro.ts';

type UpdateMacro = Operation<typeof macroApi.updateMacro, Context>;

export const updateMacro: UpdateMacro = async (context, actor, input) => {
  const { id_project, macro_id } = input;
  const macro = await context.macros.update(id_project, macro_id, readerOfRecords(actor), (row) => {
    const next = changedMacro(row, input);
    refuseSharedBy(actor, row.shared || next.shared);
    return next;
  });
  return context.references.markedOne(id_project, macro);
};
