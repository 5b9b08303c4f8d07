import type { botApi } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './bot.view.ts';
import { remove } from './bot-changes.ts';

type DeleteBot = Operation<typeof botApi.deleteBot, Context>;

export const deleteBot: DeleteBot = (context, _actor, { id_project, bot: id }) => {
  const at = new Date();
  return context.db.transaction(async () => {
    const current = await context.bots.lock(id_project, id);
    checkIfMatch(current.version);
    const change = remove(current, at);
    const ids = await context.bots.removeRows(current, change);
    await context.intents.removeOfBots(id_project, ids);
    await context.turns.deleteByBots(id_project, ids);
    await context.calls.deleteByBots(id_project, ids);
    return viewOf(change.next);
  });
};
