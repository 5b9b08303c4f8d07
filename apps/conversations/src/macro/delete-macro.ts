import type { macroApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { principalOf } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { refuseSharedBy } from './macro.ts';

type DeleteMacro = Operation<typeof macroApi.deleteMacro, Context>;

export const deleteMacro: DeleteMacro = (context, actor, { id_project, macro_id }) =>
  context.macros.remove(id_project, macro_id, principalOf(actor), ({ shared }) => refuseSharedBy(actor, shared));
