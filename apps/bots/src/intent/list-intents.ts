import type { IntentSortField, intentApi, PageQuery } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import { checkVisible, intentFor } from '../bot/visibility.ts';
import type { Context } from '../context.ts';

type ListIntents = Operation<typeof intentApi.listIntents, Context>;

const defaultPerPage = 40;

export const listIntents: ListIntents = async (context, actor, { id_project, id_faq_kb, ...query }) => {
  const bot = await context.bots.get(id_project, id_faq_kb);
  checkVisible(actor, bot);
  const filter = { text: query.text, name: query.intent_display_name };
  const page = pageOf(query, context.config.INTENTS_MAX);
  const { intents, next } = await context.intents.list(id_project, id_faq_kb, filter, page);
  const views = intents.map((intent) => intentFor(actor, intent, bot));
  return next ? answer(views, { link: nextLink(next, { ...query, id_faq_kb }) }) : views;
};

/** Without a limit, or with 0, the list is complete. */
function pageOf(
  { page = 0, limit, cursor, ...sort }: Partial<PageQuery<IntentSortField>>,
  maxUnpaged: number,
): PageQuery<IntentSortField> {
  const isPaged = page > 0 || cursor !== undefined;
  const all = isPaged && limit === undefined ? defaultPerPage : maxUnpaged;
  return { ...sort, cursor, page, limit: limit ? Math.min(limit, maxUnpaged) : all };
}
