import type { Database } from '@parley/service-kit/database';

import { takeTickets } from './request.statements.ts';

interface PendingTicket {
  resolve(ticket: number): void;
  reject(error: unknown): void;
}

/**
 * Ticket numbers of new requests: increasing, with gaps, never twice. Taken outside the transaction that uses them, so that
 * creations do not wait for each other's commits; calls during one round trip share the next one.
 */
export class Tickets {
  readonly #db: Database;
  readonly #waiting = new Map<string, PendingTicket[]>();

  constructor(db: Database) {
    this.#db = db;
  }

  take(projectId: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const batch = this.#waiting.get(projectId);
      if (batch) {
        batch.push({ resolve, reject });
        return;
      }
      this.#waiting.set(projectId, [{ resolve, reject }]);
      void this.#serve(projectId);
    });
  }

  async #serve(projectId: string): Promise<void> {
    for (;;) {
      const batch = this.#waiting.get(projectId) ?? [];
      if (batch.length === 0) {
        this.#waiting.delete(projectId);
        return;
      }
      this.#waiting.set(projectId, []);
      try {
        const taken = await this.#db.outside(() =>
          this.#db.query<{ last: number }>(takeTickets, [projectId, batch.length]),
        );
        const first = (taken[0]?.last ?? 0) - batch.length + 1;
        for (const [index, one] of batch.entries()) one.resolve(first + index);
      } catch (error) {
        for (const one of batch) one.reject(error);
      }
    }
  }
}
