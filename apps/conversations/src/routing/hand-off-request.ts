import type { routingApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { refuseClosed } from '../participant/membership.ts';
import { unchanged } from '../request-state/change.ts';
import { humansOf } from '../request-state/request.ts';
import { answerOf } from '../request-store/answer.ts';
import { handOff } from './routing.ts';

type HandOffRequest = Operation<typeof routingApi.handOffRequest, Context>;

export const handOffRequest: HandOffRequest = async (context, actor, input) => {
  const stored = await context.requests.update(actor, input.id_project, input.request_id, (current, facts) => {
    refuseClosed(current);
    // Checked before the routing context is fetched.
    if (humansOf(current).length > 0) return unchanged(current);
    const { routingContext, ...pass } = facts.routing(current.departmentId);
    return handOff(current, routingContext, { nobot: true, source: 'agent', comment: 'handOffRequest' }, pass);
  });
  return answerOf(context, actor, stored);
};
