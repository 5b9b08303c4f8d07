import type { botApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './bot.view.ts';
import { update } from './bot-changes.ts';
import { fieldsOf } from './bot-input.ts';

type UpdateBot = Operation<typeof botApi.updateBot, Context>;

export const updateBot: UpdateBot = async (context, _actor, { id_project, bot: id, trashed, ...written }) => {
  await context.outbound.check([written.url, written.webhook_url]);
  const at = new Date();
  const fields = { ...fieldsOf(written), trashed };
  return viewOf(await context.bots.updateNamed(id_project, id, (current, slugs) => update(current, fields, slugs, at)));
};
