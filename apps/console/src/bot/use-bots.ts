import { type BotView, getBot, listBots, listIntents } from '@parley/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { isAtLeast } from '../app/roles.ts';
import { useWorkplace } from '../app/workplace.tsx';

/** Members of a bot beside those that its type names; agents see some of them alone. Source: contract 60 section 1.1. */
export interface BotRecord extends BotView {
  description?: string;
  url?: string;
  webhook_url?: string;
  /** Edited since it was published. */
  modified?: boolean;
  published_id?: string;
  release_note?: string;
  publishedAt?: string;
  publishedBy?: { firstname?: string; lastname?: string; email?: string } | string;
}

/** Whether the person may change bots. */
export function useMayEdit(): boolean {
  return isAtLeast(useWorkplace().teammate.role, 'admin');
}

export function useBots(trashed: boolean) {
  const { parley, projectId } = useWorkplace();
  return useQuery({
    queryKey: ['bots', projectId, { trashed }],
    queryFn: ({ signal }) =>
      listBots(parley, { sortField: 'name', direction: 1, ...(trashed && { trashed }) }, { signal }) as Promise<
        BotRecord[]
      >,
  });
}

export function useBot(id: string) {
  const { parley, projectId } = useWorkplace();
  return useQuery({
    queryKey: ['bots', projectId, id],
    queryFn: ({ signal }) => getBot(parley, { bot: id }, { signal }) as Promise<BotRecord>,
  });
}

export function useIntents(bot: string) {
  const { parley, projectId } = useWorkplace();
  return useQuery({
    queryKey: ['bots', projectId, bot, 'intents'],
    queryFn: ({ signal }) => listIntents(parley, { id_faq_kb: bot }, { signal }),
  });
}

/** Reads everything of the project's bots again, after a change. */
export function useReadBotsAgain(): () => Promise<void> {
  const { projectId } = useWorkplace();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['bots', projectId] });
}
