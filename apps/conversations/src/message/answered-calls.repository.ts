import { runInCall } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';

/** Rolls back work that was done a second time. */
class AlreadyAnswered extends Error {}

/** Identifies a call: the same key is the same call. */
export interface CallKey {
  projectId: string;
  key: string;
  /** The `request_id` it is about. */
  requestId: string;
}

/** Idempotency store for calls that other services retry until they are answered. */
export class AnsweredCalls {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Runs the work once per key of a project, even concurrently; every caller gets that one answer. */
  async once<Answer extends object>(
    { projectId, key, requestId }: CallKey,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const known = await this.#find<Answer>(projectId, key);
    if (known) return known;

    // Like a call with an Idempotency-Key: reads and writes are part of a wider transaction.
    return runInCall({ idempotency: { key, fingerprint: '' } }, async () => {
      try {
        return await this.#db.unitOfWork(async () => {
          const answer = await work();
          const kept = await this.#db.query(insertAnswer, [projectId, key, requestId, JSON.stringify(answer)]);
          if (kept.length === 0) throw new AlreadyAnswered();
          return answer;
        });
      } catch (error) {
        // Refused or repeated: the first call may have changed the state that this one saw.
        const first = await this.#find<Answer>(projectId, key);
        if (first) return first;
        throw error;
      }
    });
  }

  async #find<Answer>(projectId: string, key: string): Promise<Answer | undefined> {
    const [row] = await this.#db.query<{ answer: Answer }>(find, [projectId, key]);
    return row?.answer;
  }

  /** Deletes some answers that are past every retry. */
  async forgetOld(): Promise<void> {
    await this.#db.query(`delete from answered_call where (id_project, key) in
      (select id_project, key from answered_call where created_at < now() - interval '21 days' order by created_at limit 5000)`);
  }
}

const find = { name: 'find_answer', text: 'select answer from answered_call where id_project = $1 and key = $2' };
const insertAnswer = {
  name: 'keep_answer',
  text: `insert into answered_call (id_project, key, request_id, answer) values ($1, $2, $3, $4)
    on conflict (id_project, key) do nothing returning 1`,
};
