import { WorkLoop } from '@parley/service-kit/concurrency';

import type { Context } from '../context.ts';
import { withRequest } from '../event/payload.ts';
import { openSecrets } from '../subscription/secret.ts';
import { callReceiver, mintToken } from './call-receiver.ts';
import { bodyOf } from './delivery.ts';
import type { ClaimedDelivery } from './delivery-queue.repository.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { keptAnswer } from './kept-answer.ts';
import { ReadyQueues } from './ready-queues.ts';

const pollMs = 500;
/** Delay before a delivery without its token or its full request is tried again; this costs no attempt. */
const notReadyPauseMs = 5_000;
/** Minimum time between two polls of the same queue. */
const cooldownMs = 10;
/** Time between two scans for due queues that this process was not notified of. */
const searchMs = 400;

/**
 * Makes the calls that are due, in batches per subscription. Any number of replicas may run: a delivery is leased for longer than
 * a call lasts, and becomes available again when its holder dies.
 */
export class DeliveryWorker {
  readonly #context: Context;
  readonly #loop: WorkLoop<ClaimedDelivery>;
  readonly #ready: ReadyQueues;
  /** When the next scan over all queues is due, by `performance.now()`. */
  #searchAt = 0;
  #hasJustSearched = false;

  constructor(context: Context) {
    this.#context = context;
    this.#loop = new WorkLoop({
      ...{ name: 'deliveries', log: context.log, concurrency: context.config.WEBHOOK_CALLS_AT_ONCE, pollMs },
      take: (free) => this.#take(free),
      perform: (claimed) => this.#attempt(claimed),
      dueInMs: async () => (this.#ready.hasAny() ? 0 : context.queues.dueInMs(context.clock.now())),
      describe: ({ delivery }) => ({ delivery: delivery.id }),
    });
    this.#ready = new ReadyQueues(cooldownMs, () => this.#loop.wake());
  }

  /** Reports queues that may have due deliveries. */
  notify(...queues: DeliveryQueue[]): void {
    for (const queue of queues) this.#ready.add(queue);
  }

  /** Resolves when no call is due or in flight. */
  idle(): Promise<void> {
    this.#searchAt = 0;
    return this.#loop.idle();
  }

  /** Claims no more; resolves when the calls in flight have ended. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Claims from reported queues; periodically, and as long as a scan finds work, alternates with the queue that has been due longest. */
  async #take(free: number): Promise<readonly ClaimedDelivery[] | undefined> {
    const { queues, clock } = this.#context;
    const isSearchDue = performance.now() >= this.#searchAt;
    const queue = isSearchDue && !this.#hasJustSearched ? undefined : this.#ready.next();
    if (!isSearchDue && !queue) return undefined;

    const claimed = await queues.claim(free, clock.now(), queue);
    this.#hasJustSearched = queue === undefined;
    // A queue with more than the free capacity stays due, as do queues that the scan has not reached.
    const isMore = queue ? claimed?.length === free : claimed !== undefined;
    if (isMore || !queue) this.#searchAt = isMore ? 0 : performance.now() + searchMs;
    return claimed ?? [];
  }

  async #attempt(claimed: ClaimedDelivery): Promise<void> {
    const { queues, clock, secrets, counts } = this.#context;
    const { delivery, subscription } = claimed;
    const prepared = await this.#prepare(claimed);
    const at = clock.now();
    if (prepared === 'unavailable') return queues.release(claimed, new Date(at.getTime() + notReadyPauseMs));
    // This process was paused beyond its lease: another one makes the call.
    if (prepared === 'lost' || at >= claimed.leaseUntil) return;

    const { payload, token } = prepared;
    const body = bodyOf({ ...delivery, payload }, token);
    const keys = openSecrets(secrets, subscription, at);
    const call = { webhookId: delivery.id, eventId: delivery.eventId, attempt: delivery.attempts, body, secrets: keys };
    const answer = await callReceiver(this.#context, subscription, call, at);
    const hidden = [...keys, ...(token === undefined ? [] : [token])];
    const isQueueDue = await queues.finish(claimed, keptAnswer(answer, hidden), clock.now());
    if (isQueueDue) this.notify({ projectId: subscription.projectId, subscriptionId: subscription.id });
    counts.call(answer.outcome);
    if (answer.outcome === 'ok') counts.delivered(clock.now().getTime() - delivery.eventAt.getTime());
  }

  async #prepare(
    claimed: ClaimedDelivery,
  ): Promise<{ payload: string; token: string | undefined } | 'unavailable' | 'lost'> {
    const { delivery, subscription } = claimed;
    try {
      const payload = await this.#payloadOf(claimed);
      if (payload === undefined) return 'lost';
      const token = await mintToken(this.#context, subscription, { event: delivery.eventId, depth: delivery.depth });
      return { payload, token };
    } catch (error) {
      this.#context.log.warn({ err: error, subscription: subscription.id }, 'could not prepare a call');
      return 'unavailable';
    }
  }

  /**
   * Stores the full payload before it is sent, so that all attempts send the same. If the request no longer exists, the payload keeps
   * the event's version of it.
   * @returns `undefined` when another process holds the delivery by now
   */
  async #payloadOf(claimed: ClaimedDelivery): Promise<string | undefined> {
    const { conversations, queues } = this.#context;
    const { delivery, subscription } = claimed;
    const { event, payload, missingRequest } = delivery;
    if (missingRequest === null) return payload;
    const request = await conversations.findRequest(subscription, missingRequest);
    const whole = request ? JSON.stringify(withRequest(event, JSON.parse(payload), request)) : payload;
    return (await queues.keepPayload(claimed, whole)) ? whole : undefined;
  }
}
