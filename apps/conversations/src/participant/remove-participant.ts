import type { participantApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';
import { principalOf } from '../access/actor.ts';
import { refuseRemoval } from '../access/participation.ts';
import type { Context } from '../context.ts';
import { botMember, isBot } from '../request-state/request.ts';
import { answerOf } from '../request-store/answer.ts';
import { remove } from './membership.ts';
import { noSeats } from './seats.ts';

type RemoveParticipant = Operation<typeof participantApi.removeParticipant, Context>;

export const removeParticipant: RemoveParticipant = async (context, actor, input) => {
  const { id_project, request_id, participant_id } = input;
  const { request } = await context.requestQueries.get(actor, id_project, request_id);
  const isListed = [participant_id, botMember(participant_id)].some((id) => request.participants.includes(id));
  const member =
    isListed || isBot(participant_id) ? undefined : await context.members.findAny(id_project, participant_id);

  const stored = await context.requests.update(actor, id_project, request_id, (current, facts) => {
    const named = [participant_id, botMember(participant_id), member?.id ?? ''];
    const leaver = current.participants.find((one) => named.includes(one)) ?? participant_id;
    if (current.participants.includes(leaver)) refuseRemoval(actor, leaver, current);
    const reason = leaver === principalOf(actor) ? 'left' : 'removed';
    const how = { reason, source: 'participants', comment: 'removeParticipant' } as const;
    return remove(current, leaver, how, { ...facts, seats: noSeats });
  });
  return answerOf(context, actor, stored);
};
