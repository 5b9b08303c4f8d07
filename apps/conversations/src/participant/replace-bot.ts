import { requestErrors, type routingApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { answerOf } from '../request/answer.ts';
import { mover } from '../request/by.ts';
import { refuseClosed, set } from '../request/membership.ts';
import { bareId, botMember } from '../request/request.ts';
import { noSeats } from '../request/seats.ts';

type ReplaceBot = Operation<typeof routingApi.replaceBot, Context>;

export const replaceBot: ReplaceBot = async (context, actor, input) => {
  const { id_project, request_id } = input;
  await context.requestQueries.get(actor, id_project, request_id);
  // Asked before the transaction: a remote call must never hold a row lock.
  const bot = await findBot(context, id_project, input);
  if (!bot) throw requestErrors.bot_not_found();

  const how = { source: 'replace', comment: 'replaceBot', assignmentType: 'manual_reassign_bot' } as const;
  const stored = await context.requests.update(actor, id_project, request_id, (current, facts) => {
    refuseClosed(current);
    return set(current, [{ member: botMember(bot.id), limit: null }], mover(actor), { ...facts, seats: noSeats }, how);
  });
  return { ...(await answerOf(context, actor, stored)), replaced_bot_root_id: rootOf(bot) };
};

type Found = { id: string; record: Record<string, unknown> };

/** By its id the copies know it; names and slugs are known to bots alone. @throws dependency_down */
async function findBot(
  context: Context,
  projectId: string,
  { id, name, slug }: { id?: string | undefined; name?: string | undefined; slug?: string | undefined },
): Promise<Found | undefined> {
  if (id === undefined) return context.bots.findBot(projectId, { name, slug });
  const bare = bareId(id);
  const [known] = await context.directory.findBots(projectId, [bare]);
  if (known) return known;
  // Nobody may be told that there is no such bot while bots cannot be asked.
  const [bot] = await context.bots.getBots(projectId, [bare]);
  return bot?.record.trashed === true ? undefined : bot;
}

/** Of a published copy the bot it was made of, else the bot itself. */
function rootOf({ id, record }: Found): string {
  return typeof record.root_id === 'string' ? record.root_id : id;
}
