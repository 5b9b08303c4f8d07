import { newId, runInCall } from '@parley/service-kit/call';
import { WorkLoop } from '@parley/service-kit/concurrency';

import { isExternal } from '../bot/bot.ts';
import type { Context } from '../context.ts';
import type { Outcome } from '../engine/outcome.ts';
import { deliver } from '../external/deliver.ts';
import { handoffTurn, type Responder, responderOf, runTurn } from './run-turn.ts';
import { afterFailure, hasExhaustedAttempts, type Turn } from './turn.ts';

const pollMs = 500;
/** Longest wait of a late turn for the events that are still missing. */
const catchUpMs = 60_000;
/** How long a bot record counts as current. */
const freshMs = 300;

/**
 * Runs turns under leases, on any number of replicas: sequentially per conversation, in the order of their messages. The outcome of a
 * turn is stored before it is applied, and applied with the id of its message as dedupe key; a crash at any point neither loses nor
 * repeats anything.
 */
export class TurnWorker {
  readonly #context: Context;
  readonly #holder = newId();
  readonly #heartbeat: NodeJS.Timeout;
  readonly #loop: WorkLoop<Turn>;

  constructor(context: Context) {
    this.#context = context;
    const { turns, log, config } = context;
    this.#loop = new WorkLoop({
      ...{ name: 'turns', log, concurrency: config.BOT_TURNS_AT_ONCE, pollMs },
      take: (free) => this.#take(free),
      // The end of this turn makes the next one of its conversation due.
      perform: (turn) => this.#inCall(turn).finally(() => this.#loop.wake()),
      dueInMs: () => turns.dueInMs(),
      describe: ({ id }) => ({ turn: id }),
    });
    turns.onDueTurn(() => this.#loop.wake());
    this.#heartbeat = setInterval(() => void this.#renew(), config.BOT_TURN_LEASE / 3);
    this.#heartbeat.unref();
  }

  /** Resolves when no turn is due or running. */
  idle(): Promise<void> {
    return this.#loop.idle();
  }

  /** Claims no more turns; resolves when the running ones have ended. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    clearInterval(this.#heartbeat);
  }

  async #take(free: number): Promise<Turn[] | undefined> {
    const taken = await this.#context.turns.claim(this.#holder, this.#context.config.BOT_TURN_LEASE, free);
    return taken.length > 0 ? taken : undefined;
  }

  async #renew(): Promise<void> {
    const held = this.#loop.running.map(({ id }) => id);
    if (held.length === 0) return;
    const { turns, config, log } = this.#context;
    const renewed = turns.renew(this.#holder, held, config.BOT_TURN_LEASE);
    await renewed.catch((error: unknown) => log.warn({ err: error }, 'leases of turns could not be renewed'));
  }

  /** Runs a turn in a call context that continues the correlation of its message. */
  #inCall(turn: Turn): Promise<void> {
    const { correlationId, causationId, depth } = turn;
    const call = { operation: 'bots:turn', requestId: correlationId, correlationId, causationId, depth };
    return runInCall(call, () => this.#perform(turn));
  }

  async #perform(turn: Turn): Promise<void> {
    const { turns, log } = this.#context;
    try {
      const again = await this.#run(turn);
      if (again === undefined) await turns.done(turn, this.#holder);
      else await turns.retry(turn, this.#holder, again, true);
    } catch (error) {
      const next = afterFailure(error, turn.attempt);
      if (next !== 'dropped') log.warn({ err: error, turn: turn.id, attempt: turn.attempt }, 'a turn failed');
      if (typeof next === 'object') return turns.retry(turn, this.#holder, next.retryInMs, next.isFree);
      if (next === 'troubled') await this.#giveUp(turn);
      this.#context.counts.turn(next);
      await turns.done(turn, this.#holder);
    }
  }

  /** @returns the delay in ms before a retry; undefined when the turn is done */
  async #run(turn: Turn): Promise<number | undefined> {
    const responder = await responderOf(this.#context, turn);
    if (!responder) return undefined;
    const began = Date.now();
    const isLate = turn.late || (turn.attempt === 1 && began - turn.receivedAt.getTime() > catchUpMs);
    if (isLate && turn.plan === null) {
      const verdict = await this.#catchUp(turn, responder);
      if (verdict !== 'answer') return verdict;
    }
    const plan = turn.plan ?? (await this.#plan(turn, responder));
    // Read again after a while: a bot that was trashed meanwhile stays silent.
    const isStill = Date.now() - began < freshMs || (await responderOf(this.#context, turn)) !== undefined;
    if (plan && isStill) await this.#apply(turn, plan, responder);
    return undefined;
  }

  /**
   * After an outage only the newest unanswered message gets an answer. Which one that is becomes known once all missed events have
   * arrived. @returns the delay in ms before the next look; undefined when the message needs no answer
   */
  async #catchUp(turn: Turn, { bot }: Responder): Promise<'answer' | number | undefined> {
    const { conversations, turns, counts } = this.#context;
    const as = { kind: 'bot', id: bot.id, projectId: turn.projectId, role: 'agent', name: bot.name } as const;
    const request = await conversations.findRequest(turn.projectId, turn.requestId, as);
    if (!request?.participants.includes(`bot_${bot.id}`)) return undefined;

    const { upto, isLast } = await turns.progressOf(turn);
    const isPatient = Date.now() - turn.receivedAt.getTime() < catchUpMs;
    if (isLast && isPatient && upto !== null && upto < request.lastSeq) return 200;
    if (!isLast) counts.turn('late');
    return isLast ? 'answer' : undefined;
  }

  async #plan(turn: Turn, responder: Responder): Promise<Outcome | undefined> {
    const { counts, turns } = this.#context;
    if (hasExhaustedAttempts(turn)) return this.#storePlan(turn, await handoffTurn(this.#context, turn, responder));
    if (isExternal(responder.bot)) {
      await deliver(this.#context, turn);
      return undefined;
    }
    const { outcome, answered, dropped, skipped } = await runTurn(this.#context, turn, responder);
    counts.turn(answered ?? 'silent');
    counts.dropped(dropped);
    counts.skipped(skipped);
    return (await turns.storePlan(turn, this.#holder, outcome)) ? outcome : undefined;
  }

  async #storePlan(turn: Turn, outcome: Outcome): Promise<Outcome | undefined> {
    return (await this.#context.turns.storePlan(turn, this.#holder, outcome)) ? outcome : undefined;
  }

  async #apply(turn: Turn, { messages, move }: Outcome, { record }: Responder): Promise<void> {
    if (messages.length === 0 && move.kind === 'none') return;
    const { conversations, counts } = this.#context;
    const { projectId, id: turnId, requestId, botId } = turn;
    const botName = record.name;
    await conversations.applyTurn({ projectId, turnId, requestId, botId, botName, messages, move });
    counts.answered(Date.now() - turn.messageAt.getTime());
  }

  /** Hands the conversation over to people; if that fails as well, it continues without the bot. */
  async #giveUp(turn: Turn): Promise<void> {
    const responder = await responderOf(this.#context, turn);
    if (!responder) return;
    const plan = await this.#storePlan(turn, await handoffTurn(this.#context, turn, responder));
    if (plan) await this.#apply(turn, plan, responder);
  }
}
