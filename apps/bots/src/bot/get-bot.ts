import type { botApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { botFor, checkVisible } from './visibility.ts';

type GetBot = Operation<typeof botApi.getBot, Context>;

export const getBot: GetBot = async (context, actor, { id_project, bot: id, departmentid }) => {
  const bot = await context.bots.get(id_project, id);
  checkVisible(actor, bot);
  const view = botFor(actor, bot);
  // A bot's token reads nothing but the bot.
  if (departmentid === undefined || actor.kind === 'bot') return view;

  const department = await context.workspace.findDepartment(id_project, departmentid);
  return department ? { ...view, department } : view;
};
