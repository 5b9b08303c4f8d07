import type { macroApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { principalOf } from '../access/actor.ts';
import type { Context } from '../context.ts';

type GetMacro = Operation<typeof macroApi.getMacro, Context>;

export const getMacro: GetMacro = (context, actor, { id_project, macro_id }) =>
  context.macros.get(id_project, macro_id, principalOf(actor));
