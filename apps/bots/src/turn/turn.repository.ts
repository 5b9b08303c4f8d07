import type { Database } from '@parley/service-kit/database';
import { enqueueTask } from '@parley/service-kit/tasks';

import type { Outcome } from '../engine/outcome.ts';
import { applyChanges, type Parameters } from '../engine/parameters.ts';
import { newSession, type Session } from '../engine/session.ts';
import * as sql from './turn.statements.ts';
import { dueAt, type NewTurn, type SeenMessages, type Turn, withSeen } from './turn.ts';

export const fillLeadTask = 'fill-lead';

/** A message of a request with a bot. */
export interface ReceivedMessage {
  projectId: string;
  request: string;
  requestId: string;
  seq: number;
  /** The last place before it, where nothing was heard of the request yet. */
  before: number | null;
  /** Somebody else than the requester has said something. */
  isAnswer: boolean;
}

/** By which a request is known. */
interface RequestKey {
  /** `_id`. */
  id: string;
  requestId: string;
}

interface LockedConversation extends SeenMessages {
  parameters: Parameters;
  isDeleted: boolean;
}

/** Where a bot stands in a conversation. */
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

  /** Lets a worker hear of turns that begin, or that need no longer wait for another one. */
  onDueTurn(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Hears of a message, and of the turn that it starts. Within the transaction of its event. */
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

  /** @param heard see the statement; nothing where no message is told */
  async #lock(projectId: string, { id, requestId }: RequestKey, heard: (number | null)[] = [null, null, 0]) {
    const [row] = await this.#db.query<LockedConversation>(sql.lock, [projectId, id, requestId, ...heard]);
    return row;
  }

  async #insert({ projectId, request, requestId }: ReceivedMessage, turn: NewTurn, due: Date): Promise<void> {
    const { id, botId, seq, late, message, about, depth, correlationId, causationId, messageAt } = turn;
    const texts = [JSON.stringify(message), JSON.stringify(about)];
    const ids = [projectId, id, request, requestId, botId, seq, late];
    await this.#db.query(sql.insert, [...ids, ...texts, depth, correlationId, causationId, due, messageAt]);
  }

  /** Takes turns that are due: of each conversation the first one, and only when no earlier one is under way. */
  claim(holder: string, leaseMs: number, most: number): Promise<Turn[]> {
    return this.#db.query<Turn>(sql.claim, [holder, leaseMs, most]);
  }

  /** In how many ms the next one is due, 0 or less if it is now; undefined when none waits. */
  async dueInMs(): Promise<number | undefined> {
    const [next] = await this.#db.query<{ ms: number }>(sql.due);
    return next?.ms;
  }

  /** Those that still run stay taken. */
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

  /** How far the conversation was heard of, and whether this turn's message is the last one to answer. */
  async progressOf({ projectId, request, seq }: Pick<Turn, 'projectId' | 'request' | 'seq'>) {
    const [row] = await this.#db.query<{ upto: number | null; isLast: boolean }>(sql.progressOf, [
      projectId,
      request,
      seq,
    ]);
    return row ?? { upto: null, isLast: false };
  }

  /**
   * Keeps what a turn comes to, before anybody hears of it: told again, it is the same.
   * @returns false when the turn is no longer ours
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

  /** Locks the parameters of a request and stores what `decide` makes of them. */
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

  /** @param isFree the attempt does not count: it was not the turn's fault */
  async retry({ projectId, id }: Turn, holder: string, inMs: number, isFree: boolean): Promise<void> {
    await this.#db.query(sql.retry, [projectId, id, holder, inMs, isFree]);
  }

  /** Puts a turn aside that others work on. @returns false when it is gone */
  async park({ projectId, id }: Turn, forMs: number): Promise<boolean> {
    return (await this.#db.query(sql.park, [projectId, id, forMs])).length > 0;
  }

  async find(projectId: string, id: string): Promise<Turn | undefined> {
    const [turn] = await this.#db.query<Turn>(sql.find, [projectId, id]);
    return turn;
  }

  /** One that was put aside is over: the next one of the conversation may begin. */
  async finish({ projectId, id }: Turn): Promise<void> {
    await this.#db.query(sql.finish, [projectId, id]);
    this.#db.afterCommit(() => this.#wake());
  }

  /** A bot has left: what it has not answered, it does not answer, and it begins anew if it comes back. */
  async endSession(projectId: string, request: string, botId: string): Promise<void> {
    await this.#db.query(sql.endSession, [projectId, request, botId]);
    this.#db.afterCommit(() => this.#wake());
  }

  /** The request is closed: nothing is asked any more. */
  async endPending(projectId: string, request: string, at: Date): Promise<void> {
    await this.#db.query(sql.endPending, [projectId, request, at]);
    this.#db.afterCommit(() => this.#wake());
  }

  /** Requests are gone, whatever else is told of them. */
  async forgetRequests(projectId: string, requests: readonly string[]): Promise<void> {
    await this.#db.query(sql.forgetRequests, [projectId, requests]);
  }

  /** Bots are gone; parameters stay with their conversations. */
  async forgetBots(projectId: string, ids: readonly string[]): Promise<void> {
    await this.#db.query(sql.forgetBots, [projectId, ids]);
    this.#db.afterCommit(() => this.#wake());
  }

  #wake(): void {
    for (const listener of this.#listeners) listener();
  }
}
