import type { leadApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './lead.ts';
import { boundLeadOf } from './lead-access.ts';

type ListLeads = Operation<typeof leadApi.listLeads, Context>;

export const listLeads: ListLeads = async (context, actor, { id_project, segment, ...query }) => {
  const within = segment === undefined ? undefined : await context.segments.ready(id_project, segment);
  const only = await boundLeadOf(context, actor, id_project);
  const { leads, next, ...page } = await context.leadQueries.list(id_project, { ...query, within, only }, query);
  const view = { ...page, leads: leads.map(viewOf) };
  return next ? answer(view, { link: nextLink(next, { ...query, segment }) }) : view;
};
