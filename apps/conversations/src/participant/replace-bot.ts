import { requestErrors, type routingApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';
import { moverOf } from '../access/actor.ts';
import type { Context } from '../context.ts';
import type { LivingBot } from '../directory/living-bots.ts';
import { bareId, botMember } from '../request-state/request.ts';
import { answerOf } from '../request-store/answer.ts';
import { refuseClosed, set } from './membership.ts';
import { noSeats } from './seats.ts';

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
    return set(
      current,
      [{ member: botMember(bot.id), limit: null }],
      moverOf(actor),
      { ...facts, seats: noSeats },
      how,
    );
  });
  return { ...(await answerOf(context, actor, stored)), replaced_bot_root_id: rootOf(bot) };
};

/** By id from the read model; by name or slug from the bots service. @throws dependency_down */
async function findBot(
  context: Context,
  projectId: string,
  { id, name, slug }: { id?: string | undefined; name?: string | undefined; slug?: string | undefined },
): Promise<LivingBot | undefined> {
  if (id === undefined) return context.bots.findBot(projectId, { name, slug });
  const [bot] = await context.livingBots.findNamed(projectId, [bareId(id)]);
  return bot;
}

/** The source of a published copy, else the bot itself. */
function rootOf({ id, record }: LivingBot): string {
  return typeof record.root_id === 'string' ? record.root_id : id;
}
