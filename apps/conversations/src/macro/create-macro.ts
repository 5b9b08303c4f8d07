import type { macroApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { principalOf } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { refuseSharedBy } from '../owned/reader.ts';
import { newMacro } from './macro.ts';

type CreateMacro = Operation<typeof macroApi.createMacro, Context>;

export const createMacro: CreateMacro = async (context, actor, input) => {
  const { id_project, visibility = 'personal', position = 0 } = input;
  const shared = visibility === 'shared';
  refuseSharedBy(actor, shared);
  const owner = principalOf(actor);
  const macro = await context.macros.create(id_project, { owner, shared, position }, (at) =>
    newMacro(input, owner, at),
  );
  return context.references.markedOne(id_project, macro);
};
