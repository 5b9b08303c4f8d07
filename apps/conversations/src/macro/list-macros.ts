import { type macroApi, maxMacros } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { readerOfRecords } from '../owned/reader.ts';

type ListMacros = Operation<typeof macroApi.listMacros, Context>;

/** All that a caller sees are one page. */
export const listMacros: ListMacros = async (context, actor, { id_project }) => {
  const visible = await context.macros.list(id_project, readerOfRecords(actor));
  const macros = await context.references.marked(id_project, visible);
  return { perPage: maxMacros, count: macros.length, macros };
};
