import { type Actor, type requestApi, requestErrors, roleReaches } from '@parley/contracts';
import type { Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { answerOf } from './answer.ts';
import { close } from './lifecycle.ts';
import type { SupportRequest } from './request.ts';
import { isEndUser, principalOf } from './visibility.ts';

type CloseRequest = Operation<typeof requestApi.closeRequest, Context>;

export const closeRequest: CloseRequest = async (context, actor, input) => {
  const stored = await context.requests.update(actor, input.id_project, input.request_id, (current, { at }) => {
    refuseOutsider(actor, current);
    return close(current, principalOf(actor), at);
  });
  return answerOf(context, actor, stored);
};

/** No agent ends a colleague's conversation. */
function refuseOutsider(actor: Actor, current: SupportRequest): void {
  const person = actor.kind !== 'bot' && actor.kind !== 'subscription';
  if (!person || roleReaches(actor.role, 'admin')) return;
  if (isEndUser(actor) || !current.participants.includes(actor.id)) {
    throw requestErrors.not_a_participant({ conflict: current.id });
  }
}
