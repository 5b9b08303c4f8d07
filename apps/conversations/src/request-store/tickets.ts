import type { Database } from '@parley/service-kit/database';

import { takeTickets } from './request.statements.ts';

interface Waiting {
  resolve(ticket: number): void;
  reject(error: unknown): void;
}

/**
 * Ticket numbers of new requests. They are taken outside the transaction that uses them, so that creations do not wait for
 * each other's commits, and those asked for while one trip is under way share the next: growing, gaps allowed, never twice.
 */
export class Tickets {
  readonly #db: Database;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(db: Database) {
    this.#db = db;
  }

  take(projectId: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const line = this.#waiting.get(projectId);
      if (line) {
        line.push({ resolve, reject });
        return;
      }
      this.#waiting.set(projectId, [{ resolve, reject }]);
      void this.#serve(projectId);
    });
  }

  async #serve(projectId: string): Promise<void> {
    for (;;) {
      const line = this.#waiting.get(projectId) ?? [];
      if (line.length === 0) {
        this.#waiting.delete(projectId);
        return;
      }
      this.#waiting.set(projectId, []);
      try {
        const taken = await this.#db.outside(() =>
          this.#db.query<{ last: number }>(takeTickets, [projectId, line.length]),
        );
        const first = (taken[0]?.last ?? 0) - line.length + 1;
        for (const [index, one] of line.entries()) one.resolve(first + index);
      } catch (error) {
        for (const one of line) one.reject(error);
      }
    }
  }
}
