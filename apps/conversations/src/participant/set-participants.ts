import type { participantApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { joinersOf, seatTakers } from '../directory/joiners.ts';
import { answerOf } from '../request-store/answer.ts';
import { moverOf, refuseClosed, set } from './membership.ts';

type SetParticipants = Operation<typeof participantApi.setParticipants, Context>;

export const setParticipants: SetParticipants = async (context, actor, input) => {
  const { id_project, request_id, items } = input;
  await context.requestQueries.get(actor, id_project, request_id);
  const joiners = await joinersOf(context, id_project, items, (index) => String(index));

  const stored = await context.requests.update(actor, id_project, request_id, (current, facts) => {
    refuseClosed(current);
    const coming = joiners.filter((joiner) => !current.participants.includes(joiner.member));
    return set(current, joiners, moverOf(actor), { ...facts, seats: facts.seats(seatTakers(coming)) });
  });
  return answerOf(context, actor, stored);
};
