import type { routingApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { refuseClosed } from '../participant/membership.ts';
import { noNeeds } from '../request/facts.ts';
import { unchanged } from '../request-state/change.ts';
import { humansOf, type SupportRequest } from '../request-state/request.ts';
import { answerOf } from '../request-store/answer.ts';
import type { Decide } from '../request-store/request.repository.ts';
import { handOff } from './routing.ts';

type HandOffRequest = Operation<typeof routingApi.handOffRequest, Context>;

export const handOffRequest: HandOffRequest = async (context, actor, input) => {
  const decide: Decide = (current, facts) => {
    refuseClosed(current);
    if (humansOf(current).length > 0) return unchanged(current);
    const { routingContext, ...pass } = facts.routing(current.departmentId);
    return handOff(current, routingContext, { nobot: true, source: 'agent', comment: 'handOffRequest' }, pass);
  };
  const needs = (current: SupportRequest) =>
    humansOf(current).length > 0 ? noNeeds : { routing: [current.departmentId] };
  const stored = await context.requests.update(actor, input.id_project, input.request_id, decide, { needs });
  return answerOf(context, actor, stored);
};
