import type { macroApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { readerOfRecords } from '../owned/reader.ts';

type GetMacro = Operation<typeof macroApi.getMacro, Context>;

export const getMacro: GetMacro = async (context, actor, { id_project, macro_id }) => {
  const macro = await context.macros.get(id_project, macro_id, readerOfRecords(actor));
  return context.references.markedOne(id_project, macro);
};
