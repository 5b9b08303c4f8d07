import type { BotSortField, botApi, PageQuery } from '@parley/contracts';
import { maxPerPage, roleTooLow } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { botFor, isAdmin } from './visibility.ts';

type ListBots = Operation<typeof botApi.listBots, Context>;

const defaultPerPage = 40;

export const listBots: ListBots = async (context, actor, { id_project, ...query }) => {
  const { text, type, public: isPublic, certified, trashed } = query;
  if (trashed && !isAdmin(actor)) throw roleTooLow('admin');
  // No bot is certified.
  if (certified) return [];

  const only = actor.kind === 'bot' ? actor.id : undefined;
  const filter = { text, type, public: isPublic, trashed, only };
  const { bots, next } = await context.bots.list(id_project, filter, pageOf(query, context.config.BOTS_MAX));
  const views = bots.map((bot) => botFor(actor, bot));
  return next ? answer(views, { link: nextLink(next, query) }) : views;
};

/** Without paging parameters the list is complete: clients look bots up by name. */
function pageOf(
  { page, limit, cursor, ...sort }: Partial<PageQuery<BotSortField>>,
  maxUnpaged: number,
): PageQuery<BotSortField> {
  const isPaged = page !== undefined || limit !== undefined || cursor !== undefined;
  const perPage = isPaged ? Math.min(limit ?? defaultPerPage, maxPerPage) : maxUnpaged;
  return { ...sort, cursor, page: page ?? 0, limit: perPage };
}
