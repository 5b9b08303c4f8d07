import { setTimeout as delay } from 'node:timers/promises';

import { newId } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { openSecrets } from '../subscription/secret.ts';
import { callReceiver, mintToken } from './call-receiver.ts';
import { bodyOf } from './delivery.ts';
import { keptAnswer } from './kept-answer.ts';
import type { Taken } from './lane.repository.ts';

const pollMs = 500;
/** Without a token nobody is called: that costs no attempt. */
const tokenPauseMs = 5_000;

/**
 * Makes the calls that are due, of every subscription some at a time. Any number of replicas may: a delivery is taken for
 * longer than a call lasts, and found again when whoever took it died.
 */
export class DeliveryWorker {
  readonly #context: Context;
  readonly #running = new Set<Promise<void>>();
  readonly #stopped = new AbortController();
  readonly #loop: Promise<void>;
  #wake: () => void = () => undefined;
  #hinted = false;
  #taking = false;

  constructor(context: Context) {
    this.#context = context;
    this.#loop = this.#work();
  }

  /** There may be something to do. */
  hint(): void {
    this.#hinted = true;
    this.#wake();
  }

  /** Resolves when no call is due or under way. */
  async idle(): Promise<void> {
    const { lanes, clock } = this.#context;
    for (;;) {
      this.hint();
      await Promise.all(this.#running);
      const isDue = await lanes.isDue(clock.now());
      if (!isDue && !this.#taking && this.#running.size === 0) return;
      await delay(5);
    }
  }

  /** Takes no more; resolves when those under way have ended. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#wake();
    await this.#loop;
    await Promise.all(this.#running);
  }

  async #work(): Promise<void> {
    const { WEBHOOK_CALLS_AT_ONCE: most } = this.#context.config;
    // What builds the context is not through with it yet.
    await Promise.resolve();
    while (!this.#stopped.signal.aborted) {
      this.#hinted = false;
      this.#taking = true;
      const taken = await this.#take(most - this.#running.size);
      for (const one of taken ?? []) this.#start(one);
      this.#taking = false;
      if (this.#running.size >= most) await Promise.race(this.#running);
      else if (taken === undefined && !this.#hinted) await this.#pause();
    }
  }

  async #take(most: number): Promise<Taken[] | undefined> {
    const { lanes, clock, log } = this.#context;
    try {
      return await lanes.claim(most, clock.now());
    } catch (error) {
      log.warn({ err: error }, 'deliveries could not be taken');
      return undefined;
    }
  }

  /** Until the next poll, or a hint. */
  async #pause(): Promise<void> {
    const hint = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    const over = new AbortController();
    const poll = delay(pollMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
    await Promise.race([hint, poll]);
    over.abort();
    this.#wake = () => undefined;
  }

  #start(taken: Taken): void {
    const job = this.#attempt(taken).catch((error: unknown) =>
      this.#context.log.warn({ err: error, delivery: taken.delivery.id }, 'an attempt could not be made or stored'),
    );
    const tracked = job.finally(() => {
      this.#running.delete(tracked);
      // The next one of its subscription may begin.
      this.hint();
    });
    this.#running.add(tracked);
  }

  async #attempt(taken: Taken): Promise<void> {
    const { lanes, clock, secrets, counts } = this.#context;
    const { delivery, subscription } = taken;
    const token = await this.#tokenFor(taken);
    if (token === 'away') return lanes.giveBack(taken, new Date(clock.now().getTime() + tokenPauseMs));

    const at = clock.now();
    const attemptId = newId(at);
    const attempt = await lanes.begin(taken, attemptId, at);
    if (attempt === undefined) return;
    const body = bodyOf(delivery, token);
    const said = { webhookId: delivery.id, eventId: delivery.eventId, attempt, body };
    const answer = await callReceiver(this.#context, subscription, said, at);
    const hidden = [...openSecrets(secrets, subscription, at), ...(token === undefined ? [] : [token])];
    await lanes.end(taken, attemptId, keptAnswer(answer, hidden), clock.now());
    counts.call(answer.outcome);
    if (answer.outcome === 'ok') counts.delivered(clock.now().getTime() - delivery.eventAt.getTime());
  }

  async #tokenFor({ delivery: { eventId: event, depth }, subscription }: Taken): Promise<string | undefined | 'away'> {
    try {
      return await mintToken(this.#context, subscription, { event, depth });
    } catch (error) {
      this.#context.log.warn({ err: error, subscription: subscription.id }, 'no token could be signed');
      return 'away';
    }
  }
}
