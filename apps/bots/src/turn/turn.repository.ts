import type { Database } from '@parley/service-kit/database';
import { type Redaction, redactEvents } from '@parley/service-kit/outbox';
import { enqueueTask } from '@parley/service-kit/tasks';

import type { Outcome } from '../engine/outcome.ts';
import { applyChanges, type Parameters } from '../engine/parameters.ts';
import { newSession, type Session } from '../engine/session.ts';
import * as sql from './turn.statements.ts';
import { dueAt, type NewTurn, type SeenMessages, type Turn, withSeen } from './turn.ts';

export const fillLeadTask = 'fill-lead';

/** A received message of a request with a bot. */
export interface ReceivedMessage {
  projectId: string;
  request: string;
  requestId: string;
  seq: number;
  /** Initial high-water mark, if the request was not seen before. */
  before: number | null;
  /** A public answer to the requester, from a bot or a person. */
  isAnswer: boolean;
}

/** Both ids of a request. */
interface RequestKey {
  /** `_id`. */
  id: string;
  requestId: string;
}

interface LockedConversation extends SeenMessages {
  parameters: Parameters;
  isDeleted: boolean;
}

/** State of a bot in a conversation. */
export interface ConversationState {
  parameters: Parameters;
  session: Session;
}

/** The only writer of `turn`, `session` and, with the parameters, of `conversation`. */
export class TurnRepository {
  readonly #db: Database;
  readonly #listeners = new Set<() => void>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Registers a listener for turns that may have become due. */
  onDueTurn(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Marks a message as seen, and stores the turn that it starts. Runs in the transaction of its event. */
  async accept(message: ReceivedMessage, turn: NewTurn | undefined): Promise<void> {
    const { projectId, request, requestId, seq, before, isAnswer } = message;
    const row = await this.#lock(projectId, { id: request, requestId }, [before, seq - 1, isAnswer ? seq : 0]);
    if (!row || row.isDeleted) return;

    if (row.upto === null || row.upto < seq) {
      const known = withSeen(row, seq);
      await this.#db.query(sql.markSeen, [projectId, request, known.upto, known.above]);
    }
    if (turn) await this.#insert(message, turn, dueAt(row, seq, new Date()));
    this.#db.afterCommit(() => this.#wake());
  }

  /** @param seen parameters of the statement; the default marks no message as seen */
  async #lock(projectId: string, { id, requestId }: RequestKey, seen: (number | null)[] = [null, null, 0]) {
    const [row] = await this.#db.query<LockedConversation>(sql.lock, [projectId, id, requestId, ...seen]);
    return row;
  }

  async #insert({ projectId, request, requestId }: ReceivedMessage, turn: NewTurn, due: Date): Promise<void> {
    const { id, botId, seq, late, message, about, depth, correlationId, causationId, messageAt } = turn;
    const texts = [JSON.stringify(message), JSON.stringify(about)];
    const ids = [projectId, id, request, requestId, botId, seq, late];
    await this.#db.query(sql.insert, [...ids, ...texts, depth, correlationId, causationId, due, messageAt]);
  }

  /** Leases due turns: of each conversation the earliest one, unless an earlier one is running. */
  claim(holder: string, leaseMs: number, limit: number): Promise<Turn[]> {
    return this.#db.query<Turn>(sql.claim, [holder, leaseMs, limit]);
  }

  /** Ms until the next turn is due, 0 or less if it is due now; undefined when there is none. */
  async dueInMs(): Promise<number | undefined> {
    const [next] = await this.#db.query<{ ms: number }>(sql.due);
    return next?.ms;
  }

  /** Renews the leases of running turns. */
  async renew(holder: string, ids: readonly string[], leaseMs: number): Promise<void> {
    await this.#db.query(sql.renew, [holder, ids, leaseMs]);
  }

  async state({
    projectId,
    request,
    botId,
  }: Pick<Turn, 'projectId' | 'request' | 'botId'>): Promise<ConversationState> {
    const [row] = await this.#db.query<{ parameters: Parameters; session: Session | null }>(sql.state, [
      projectId,
      request,
      botId,
    ]);
    return { parameters: row?.parameters ?? {}, session: { ...newSession, ...row?.session } };
  }

  /** Up to which message the conversation was seen, and whether this turn's message is the last to answer. */
  async progressOf({ projectId, request, seq }: Pick<Turn, 'projectId' | 'request' | 'seq'>) {
    const [row] = await this.#db.query<{ upto: number | null; isLast: boolean }>(sql.progressOf, [
      projectId,
      request,
      seq,
    ]);
    return row ?? { upto: null, isLast: false };
  }

  /**
   * Stores the outcome of a turn before it is applied, so that a retry applies the same one.
   * @returns false when the lease was lost
   */
  storePlan(turn: Turn, holder: string, plan: Outcome): Promise<boolean> {
    const { projectId, id, request, botId, about } = turn;
    const lead = about.request.lead?._id;
    const fillsLead = lead !== undefined && Object.keys(plan.lead).length > 0;
    const keep = async () => {
      const texts = [JSON.stringify(plan), JSON.stringify(plan.session)];
      return (await this.#db.query(sql.storePlan, [projectId, id, holder, request, botId, ...texts])).length > 0;
    };
    if (!fillsLead && Object.keys(plan.changes).length === 0) return keep();
    return this.#db.transaction(async () => {
      if (!(await keep())) return false;
      await this.#write(turn, plan);
      const payload = { lead, ...plan.lead };
      const task = { projectId, id: `${fillLeadTask} ${id}`, kind: fillLeadTask, payload };
      if (fillsLead) await enqueueTask(this.#db, task);
      return true;
    });
  }

  async #write({ projectId, request, requestId }: Turn, { changes }: Outcome): Promise<void> {
    if (Object.keys(changes).length === 0) return;
    const row = await this.#lock(projectId, { id: request, requestId });
    if (!row || row.isDeleted) return;
    const { parameters } = applyChanges(row.parameters, changes);
    await this.#db.query(sql.writeParameters, [projectId, request, JSON.stringify(parameters)]);
  }

  async parameters(projectId: string, request: string): Promise<Parameters> {
    const [row] = await this.#db.query<{ parameters: Parameters }>(sql.parametersOf, [projectId, request]);
    return row?.parameters ?? {};
  }

  /** Locks the parameters of a request and stores what `decide` returns. */
  updateParameters(
    projectId: string,
    request: RequestKey,
    decide: (current: Parameters) => Parameters,
  ): Promise<Parameters> {
    return this.#db.transaction(async () => {
      const row = await this.#lock(projectId, request);
      if (!row || row.isDeleted) return {};
      const parameters = decide(row.parameters);
      await this.#db.query(sql.writeParameters, [projectId, request.id, JSON.stringify(parameters)]);
      return parameters;
    });
  }

  async done({ projectId, id }: Turn, holder: string): Promise<void> {
    await this.#db.query(sql.done, [projectId, id, holder]);
  }

  /** @param isFree does not count the attempt, since the turn did not cause the failure */
  async retry({ projectId, id }: Turn, holder: string, inMs: number, isFree: boolean): Promise<void> {
    await this.#db.query(sql.retry, [projectId, id, holder, inMs, isFree]);
  }

  /** Parks a turn while a delivery works on it. @returns false when it no longer exists */
  async park({ projectId, id }: Turn, forMs: number): Promise<boolean> {
    return (await this.#db.query(sql.park, [projectId, id, forMs])).length > 0;
  }

  async find(projectId: string, id: string): Promise<Turn | undefined> {
    const [turn] = await this.#db.query<Turn>(sql.find, [projectId, id]);
    return turn;
  }

  /** Ends a parked turn; the next one of the conversation becomes due. */
  async finish({ projectId, id }: Turn): Promise<void> {
    await this.#db.query(sql.finish, [projectId, id]);
    this.#db.afterCommit(() => this.#wake());
  }

  /** Drops session and turns of a bot that has left; it starts fresh if it returns. */
  async endSession(projectId: string, request: string, botId: string): Promise<void> {
    await this.#db.query(sql.endSession, [projectId, request, botId]);
    this.#db.afterCommit(() => this.#wake());
  }

  /** Drops turns and pending questions of a closed request. */
  async endPending(projectId: string, request: string, at: Date): Promise<void> {
    await this.#db.query(sql.endPending, [projectId, request, at]);
    this.#db.afterCommit(() => this.#wake());
  }

  /** Erases requests and leaves tombstones, so that late events do not bring them back. */
  async eraseRequests(projectId: string, requests: readonly string[]): Promise<void> {
    await this.#db.query(sql.eraseRequests, [projectId, requests]);
  }

  /** Drops the turn of a redacted message, and what bots have taken down in its request. */
  async redact(redaction: Redaction): Promise<void> {
    await this.#db.query(sql.redact, [redaction.projectId, redaction.request._id, redaction.message._id]);
    await redactEvents(this.#db, redaction);
  }

  /** Drops sessions and turns of deleted bots; parameters stay with their conversations. */
  async deleteByBots(projectId: string, ids: readonly string[]): Promise<void> {
    await this.#db.query(sql.deleteByBots, [projectId, ids]);
    this.#db.afterCommit(() => this.#wake());
  }

  #wake(): void {
    for (const listener of this.#listeners) listener();
  }
}
