import { newId, WorkLoop } from '@parley/service-kit';

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
  readonly #loop: WorkLoop<Taken>;

  constructor(context: Context) {
    this.#context = context;
    this.#loop = new WorkLoop({
      ...{ name: 'deliveries', log: context.log, most: context.config.WEBHOOK_CALLS_AT_ONCE, pollMs },
      take: (free) => context.lanes.claim(free, context.clock.now()),
      // The next one of its subscription may begin when this one has ended.
      perform: (taken) => this.#attempt(taken).finally(() => this.hint()),
      isDue: () => context.lanes.isDue(context.clock.now()),
      describe: ({ delivery }) => ({ delivery: delivery.id }),
    });
  }

  /** There may be something to do. */
  hint(): void {
    this.#loop.hint();
  }

  /** Resolves when no call is due or under way. */
  idle(): Promise<void> {
    return this.#loop.idle();
  }

  /** Takes no more; resolves when those under way have ended. */
  stop(): Promise<void> {
    return this.#loop.stop();
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
