import { WorkLoop } from '@parley/service-kit/concurrency';

import type { Context } from '../context.ts';
import { withRequest } from '../event/payload.ts';
import { openSecrets } from '../subscription/secret.ts';
import { callReceiver, mintToken } from './call-receiver.ts';
import { bodyOf } from './delivery.ts';
import { keptAnswer } from './kept-answer.ts';
import type { Taken } from './lane.repository.ts';
import type { Lane } from './lane.ts';
import { ToldLanes } from './told-lanes.ts';

const pollMs = 500;
/** Without a token, or a request that its payload promises, nobody is called: that costs no attempt. */
const notReadyPauseMs = 5_000;
/** Between two looks at the same lane. */
const restMs = 10;
/** Between two searches for lanes that nobody has told of. */
const searchMs = 400;

/**
 * Makes the calls that are due, of every subscription some at a time. Any number of replicas may: a delivery is taken for
 * longer than a call lasts, and found again when whoever took it died.
 */
export class DeliveryWorker {
  readonly #context: Context;
  readonly #loop: WorkLoop<Taken>;
  readonly #told: ToldLanes;
  /** When all lanes are looked through again for what is due, by `performance.now()`. */
  #searchAt = 0;
  #hasJustSearched = false;

  constructor(context: Context) {
    this.#context = context;
    this.#loop = new WorkLoop({
      ...{ name: 'deliveries', log: context.log, most: context.config.WEBHOOK_CALLS_AT_ONCE, pollMs },
      take: (free) => this.#take(free),
      perform: (taken) => this.#attempt(taken),
      dueInMs: async () => (this.#told.hasAny() ? 0 : context.lanes.dueInMs(context.clock.now())),
      describe: ({ delivery }) => ({ delivery: delivery.id }),
    });
    this.#told = new ToldLanes(restMs, () => this.#loop.wake());
  }

  /** There may be something to do in these lanes. */
  tell(...lanes: Lane[]): void {
    for (const lane of lanes) this.#told.tell(lane);
  }

  /** Resolves when no call is due or under way. */
  idle(): Promise<void> {
    this.#searchAt = 0;
    return this.#loop.idle();
  }

  /** Takes no more; resolves when those under way have ended. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** From lanes that were told of; every now and then, and while that finds any, by turns from the one that has been due for longest. */
  async #take(free: number): Promise<readonly Taken[] | undefined> {
    const { lanes, clock } = this.#context;
    const isSearchDue = performance.now() >= this.#searchAt;
    const lane = isSearchDue && !this.#hasJustSearched ? undefined : this.#told.next();
    if (!isSearchDue && !lane) return undefined;

    const taken = await lanes.claim(free, clock.now(), lane);
    this.#hasJustSearched = lane === undefined;
    // A lane with more than there was room for is due, as are others that a search has not come to.
    const isMore = lane ? taken?.length === free : taken !== undefined;
    if (isMore || !lane) this.#searchAt = isMore ? 0 : performance.now() + searchMs;
    return taken ?? [];
  }

  async #attempt(taken: Taken): Promise<void> {
    const { lanes, clock, secrets, counts } = this.#context;
    const { delivery, subscription } = taken;
    const prepared = await this.#prepare(taken);
    const at = clock.now();
    if (prepared === 'unavailable') return lanes.giveBack(taken, new Date(at.getTime() + notReadyPauseMs));
    // A process that was paused: somebody else makes the call.
    if (prepared === 'lost' || at >= taken.leaseUntil) return;

    const { payload, token } = prepared;
    const body = bodyOf({ ...delivery, payload }, token);
    const keys = openSecrets(secrets, subscription, at);
    const said = { webhookId: delivery.id, eventId: delivery.eventId, attempt: delivery.attempts, body, secrets: keys };
    const answer = await callReceiver(this.#context, subscription, said, at);
    const hidden = [...keys, ...(token === undefined ? [] : [token])];
    const isLaneDue = await lanes.end(taken, keptAnswer(answer, hidden), clock.now());
    if (isLaneDue) this.tell({ projectId: subscription.projectId, subscriptionId: subscription.id });
    counts.call(answer.outcome);
    if (answer.outcome === 'ok') counts.delivered(clock.now().getTime() - delivery.eventAt.getTime());
  }

  async #prepare(taken: Taken): Promise<{ payload: string; token: string | undefined } | 'unavailable' | 'lost'> {
    const { delivery, subscription } = taken;
    try {
      const payload = await this.#payloadOf(taken);
      if (payload === undefined) return 'lost';
      const token = await mintToken(this.#context, subscription, { event: delivery.eventId, depth: delivery.depth });
      return { payload, token };
    } catch (error) {
      this.#context.log.warn({ err: error, subscription: subscription.id }, 'a call could not be prepared');
      return 'unavailable';
    }
  }

  /**
   * Kept before it is sent, so that all attempts send the same. A request that no longer exists stays as the event has told it.
   * @returns nothing when another process holds the delivery by now
   */
  async #payloadOf(taken: Taken): Promise<string | undefined> {
    const { conversations, lanes } = this.#context;
    const { delivery, subscription } = taken;
    const { event, payload, missingRequest } = delivery;
    if (missingRequest === null) return payload;
    const request = await conversations.findRequest(subscription, missingRequest);
    const whole = request ? JSON.stringify(withRequest(event, JSON.parse(payload), request)) : payload;
    return (await lanes.keepPayload(taken, whole)) ? whole : undefined;
  }
}
