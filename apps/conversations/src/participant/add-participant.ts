import type { participantApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';
import { moverOf } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { joinersNotIn, joinersOf, seatTakers } from '../directory/joiners.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { answerOf } from '../request-store/answer.ts';
import type { Decide } from '../request-store/request.repository.ts';
import { add, refuseClosed } from './membership.ts';

type AddParticipant = Operation<typeof participantApi.addParticipant, Context>;

export const addParticipant: AddParticipant = async (context, actor, input) => {
  const { id_project, request_id, member } = input;
  await context.requestQueries.get(actor, id_project, request_id);
  // Asked before the transaction: a remote call must never hold a row lock.
  const joiners = await joinersOf(context, id_project, [member], () => 'member');

  const takers = (current: SupportRequest) => seatTakers(joinersNotIn(current, joiners));
  const decide: Decide = (current, facts) => {
    refuseClosed(current);
    const [joiner = noJoiner] = joiners;
    return add(current, joiner, moverOf(actor), { ...facts, seats: facts.seats(takers(current)) });
  };
  const needs = (current: SupportRequest) => ({ seats: takers(current) });
  const stored = await context.requests.update(actor, id_project, request_id, decide, { needs });
  return answerOf(context, actor, stored);
};

const noJoiner = { member: '', limit: null };
