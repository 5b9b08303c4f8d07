import { type Actor, AppError, messageErrors, RequestStatus } from '@parley/contracts';

import type { Context } from '../context.ts';
import { type Facts, noNeeds } from '../request/facts.ts';
import { type Change, unchanged } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { handOff } from '../routing/routing.ts';

/** Messages that bots may send without an answer of the requester. */
const botBudget = 30;

const isExhausted = ({ botStreak }: SupportRequest): boolean => botStreak >= botBudget;

/** @throws bot_budget_exhausted */
export function refuseExhausted(current: SupportRequest): void {
  if (isExhausted(current)) throw messageErrors.bot_budget_exhausted();
}

/**
 * Runs `send`; when it is refused because the budget of bots is exhausted, hands the request off to humans. The hand-off is
 * committed although the refusal rolls back the call.
 */
export async function handOffWhenExhausted<T>(
  context: Context,
  actor: Actor,
  { id_project, request_id }: { id_project: string; request_id: string },
  send: () => Promise<T>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'bot_budget_exhausted')) throw error;
    await context.db.outside(() =>
      context.requests.update(actor, id_project, request_id, handOffExhausted, {
        needs: (current) => (isHandedOff(current) ? { routing: [current.departmentId] } : noNeeds),
      }),
    );
    throw error;
  }
}

const isHandedOff = (current: SupportRequest): boolean =>
  isExhausted(current) && current.status !== RequestStatus.closed;

function handOffExhausted(current: SupportRequest, facts: Facts): Change {
  if (!isHandedOff(current)) return unchanged(current);
  const { routingContext, ...pass } = facts.routing(current.departmentId);
  return handOff(current, routingContext, { nobot: true, source: 'agent', comment: 'sendMessage' }, pass);
}
