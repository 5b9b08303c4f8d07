import { type macroApi, maxMacros } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { principalOf } from '../access/actor.ts';
import type { Context } from '../context.ts';

type ListMacros = Operation<typeof macroApi.listMacros, Context>;

/** All that a caller sees are one page. */
export const listMacros: ListMacros = async (context, actor, { id_project }) => {
  const macros = await context.macros.list(id_project, principalOf(actor));
  return { perPage: maxMacros, count: macros.length, macros };
};
