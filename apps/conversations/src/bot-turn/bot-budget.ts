import { type Actor, AppError, messageErrors, RequestStatus } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { Facts } from '../request/facts.ts';
import { type Change, unchanged } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { handOff } from '../routing/routing.ts';

/** A bot may say so many things while the requester says nothing. */
const botBudget = 30;

const isExhausted = ({ botStreak }: SupportRequest): boolean => botStreak >= botBudget;

/** @throws bot_budget_exhausted */
export function refuseExhausted(current: SupportRequest): void {
  if (isExhausted(current)) throw messageErrors.bot_budget_exhausted();
}

/**
 * Runs `send`; when it is refused because a bot has talked to itself, people take the request over. That stays, though the
 * refusal undoes whatever else the call has done.
 */
export async function handedOffWhenExhausted<T>(
  context: Context,
  actor: Actor,
  { id_project, request_id }: { id_project: string; request_id: string },
  send: () => Promise<T>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'bot_budget_exhausted')) throw error;
    await context.db.outside(() => context.requests.update(actor, id_project, request_id, toPeople));
    throw error;
  }
}

function toPeople(current: SupportRequest, facts: Facts): Change {
  if (!isExhausted(current) || current.status === RequestStatus.closed) return unchanged(current);
  const { roster, ...pass } = facts.routing(current.departmentId);
  return handOff(current, roster, { nobot: true, source: 'agent', comment: 'sendMessage' }, pass);
}
