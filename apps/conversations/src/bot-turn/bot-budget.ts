import { type Actor, AppError, RequestStatus } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

import { type Facts, noNeeds } from '../request/facts.ts';
import { isExhausted } from '../request/receive.ts';
import { type Change, unchanged } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';
import type { RequestRepository } from '../request-store/request.repository.ts';
import { handOff } from '../routing/routing.ts';

/** What follows when the messages of bots have exhausted their budget. */
export class BotBudget {
  readonly #db: Database;
  readonly #requests: RequestRepository;

  constructor(db: Database, requests: RequestRepository) {
    this.#db = db;
    this.#requests = requests;
  }

  /**
   * Runs `send`; when it is refused because the budget of bots is exhausted, hands the request off to humans. The hand-off is
   * committed although the refusal rolls back the call.
   */
  async guard<T>(
    actor: Actor,
    { id_project, request_id }: { id_project: string; request_id: string },
    send: () => Promise<T>,
  ): Promise<T> {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'bot_budget_exhausted')) throw error;
      await this.#db.outside(() =>
        this.#requests.update(actor, id_project, request_id, handOffExhausted, {
          needs: (current) => (isHandedOff(current) ? { routing: [current.departmentId] } : noNeeds),
        }),
      );
      throw error;
    }
  }
}

const isHandedOff = (current: SupportRequest): boolean =>
  isExhausted(current) && current.status !== RequestStatus.closed;

function handOffExhausted(current: SupportRequest, facts: Facts): Change {
  if (!isHandedOff(current)) return unchanged(current);
  const { routingContext, ...pass } = facts.routing(current.departmentId);
  return handOff(current, routingContext, { nobot: true, source: 'agent', comment: 'sendMessage' }, pass);
}
