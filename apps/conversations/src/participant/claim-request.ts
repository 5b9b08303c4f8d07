import { requestErrors, type routingApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { joinersNotIn, joinersOf, seatTakers } from '../directory/joiners.ts';
import type { CopiedRecord, RequestWithCopies } from '../request-state/request.copies.ts';
import { humansOf, type SupportRequest } from '../request-state/request.ts';
import { answerOf } from '../request-store/answer.ts';
import { namesIn } from '../request-store/change-set.ts';
import type { Decide } from '../request-store/request.repository.ts';
import { claim, refuseClosed } from './membership.ts';

type ClaimRequest = Operation<typeof routingApi.claimRequest, Context>;

export const claimRequest: ClaimRequest = async (context, actor, input) => {
  const { id_project, request_id } = input;
  const [joiner] = await joinersOf(context, id_project, [actor.id], () => 'member');
  const me = joiner ?? { member: actor.id, limit: null };

  const takers = (current: SupportRequest) => seatTakers(joinersNotIn(current, [me]));
  const decide: Decide = (current, facts) => {
    refuseClosed(current);
    refuseTaken(current, me.member);
    return claim(current, me, { ...facts, seats: facts.seats(takers(current)) });
  };
  const needs = (current: SupportRequest) => ({ seats: takers(current) });
  const stored = await context.requests.update(actor, id_project, request_id, decide, { needs });
  return answerOf(context, actor, stored);
};

/** Names the winner to the callers who lost the race. @throws already_claimed */
function refuseTaken(current: RequestWithCopies, me: string): void {
  const [winner] = humansOf(current);
  if (winner === undefined || humansOf(current).includes(me)) return;
  const { fullname } = namesIn(current.copies)(winner);
  const teammate = current.copies.agents.find(({ id_user }) => userOf(id_user) === winner);
  throw requestErrors.already_claimed({
    ...(teammate && { conflict: teammate._id }),
    winner: { id_user: winner, fullname, since: current.assignedAt?.toISOString() },
  });
}

const userOf = (user: unknown): unknown =>
  typeof user === 'object' && user !== null ? (user as CopiedRecord)._id : user;
