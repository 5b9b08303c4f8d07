import type { participantApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { joinersOf, seatTakers } from '../directory/joiners.ts';
import { answerOf } from '../request-store/answer.ts';
import { add, moverOf, refuseClosed } from './membership.ts';

type AddParticipant = Operation<typeof participantApi.addParticipant, Context>;

export const addParticipant: AddParticipant = async (context, actor, input) => {
  const { id_project, request_id, member } = input;
  await context.requestQueries.get(actor, id_project, request_id);
  // Asked before the transaction: a remote call must never hold a row lock.
  const joiners = await joinersOf(context, id_project, [member], () => 'member');

  const stored = await context.requests.update(actor, id_project, request_id, (current, facts) => {
    refuseClosed(current);
    const [joiner] = joiners.filter((one) => !current.participants.includes(one.member));
    const seats = facts.seats(seatTakers(joiner ? [joiner] : []));
    return add(current, joiner ?? joiners[0] ?? nobody, moverOf(actor), { ...facts, seats });
  });
  return answerOf(context, actor, stored);
};

const nobody = { member: '', limit: null };
