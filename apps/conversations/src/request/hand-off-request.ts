import type { routingApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { answerOf } from './answer.ts';
import { unchanged } from './change.ts';
import { refuseClosed } from './membership.ts';
import { humansOf } from './request.ts';
import { handOff } from './routing.ts';

type HandOffRequest = Operation<typeof routingApi.handOffRequest, Context>;

export const handOffRequest: HandOffRequest = async (context, actor, input) => {
  const stored = await context.requests.update(actor, input.id_project, input.request_id, (current, facts) => {
    refuseClosed(current);
    // Before anybody is asked who could take it.
    if (humansOf(current).length > 0) return unchanged(current);
    const { roster, ...pass } = facts.routing(current.departmentId);
    return handOff(current, roster, { nobot: true, source: 'agent', comment: 'handOffRequest' }, pass);
  });
  return answerOf(context, actor, stored);
};
