import {
  AckPolicy,
  type ConsumerConfig,
  type ConsumerMessages,
  DeliverPolicy,
  JetStreamApiError,
  type JsMsg,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { EventEnvelope } from '@parley/contracts';
import type { Logger } from 'pino';

import { pause } from '../concurrency/timing.ts';
import { attemptsLeft, type BusConsumer, type BusTimings, retryDelayMs } from './bus.ts';
import { type NatsLink, streamName } from './nats-link.ts';

/** Events with a delayed attempt count as unacknowledged: so many may wait before the server holds back the others. */
const maxUnacknowledged = 20_000;
const retryMs = 250;
const soonMs = 1_000;

interface Options {
  link: NatsLink;
  consumer: BusConsumer;
  /** The nouns' events this one takes: `request`. */
  noun: string;
  timings: BusTimings;
  log: Logger;
}

/**
 * One durable pull consumer: the events of one noun for one purpose. NATS 2.9 knows only one filter per consumer, so there is one
 * for each noun; types of the noun without a subscription are acknowledged unread.
 *
 * The server does not limit the attempts: it would drop the event after the last one, even when the database for the
 * dead letter is unreachable.
 */
export class NatsConsumer {
  readonly #options: Options;
  readonly #types: ReadonlySet<string>;
  readonly #durable: string;
  readonly #ended: Promise<void>;
  #messages: ConsumerMessages | undefined;
  #running = 0;
  #freed = Promise.withResolvers<void>();
  #stopping = false;
  /** When events that have failed come again, by stream sequence. */
  readonly #later = new Map<number, number>();

  constructor(options: Options) {
    this.#options = options;
    this.#types = new Set(options.consumer.types);
    this.#durable = `${options.consumer.name}_${options.noun}`;
    const forget = options.link.onBack(() => this.#messages?.stop());
    this.#ended = this.#run().finally(forget);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#messages?.stop();
    await this.#ended;
    while (this.#running > 0) await this.#freed.promise;
  }

  /** Whether work is pending, except attempts that are due much later. */
  async busy(): Promise<boolean> {
    if (this.#running > 0) return true;
    const { manager } = await this.#options.link.get();
    const info = await manager.consumers.info(streamName, this.#durable);
    const waiting = [...this.#later.values()].filter((due) => due > Date.now() + soonMs).length;
    return info.num_pending + info.num_ack_pending > waiting;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      try {
        await this.#consume();
      } catch (error) {
        this.#options.link.forgetStream();
        if (this.#options.link.up)
          this.#options.log.info({ err: error, consumer: this.#durable }, 'a consumer failed and is restarted');
      }
      if (!this.#stopping) await pause(retryMs);
    }
  }

  async #consume(): Promise<void> {
    const { link, consumer } = this.#options;
    const { client, manager } = await Promise.race([link.get(), this.#untilStopped()]);
    await link.ensureStream();
    await this.#ensureConsumer(manager);
    const found = await client.consumers.get(streamName, this.#durable);
    const messages = await found.consume({
      max_messages: consumer.concurrency,
      expires: 10_000,
      idle_heartbeat: 2_000,
      // A consumer that is gone is made again here, from the top.
      abort_on_missing_resource: true,
    });
    this.#messages = messages;
    if (this.#stopping) messages.stop();
    for await (const message of messages) {
      if (this.#stopping) {
        message.nak();
        continue;
      }
      while (this.#running >= consumer.concurrency) await this.#freed.promise;
      void this.#handle(message);
    }
  }

  async #ensureConsumer(manager: { consumers: ConsumerAdmin }): Promise<void> {
    const config = {
      durable_name: this.#durable,
      filter_subject: `parley.*.${this.#options.noun}.*`,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(this.#options.timings.ackWaitMs),
      deliver_policy: DeliverPolicy.All,
      max_deliver: -1,
      max_ack_pending: maxUnacknowledged,
    };
    try {
      await manager.consumers.add(streamName, config);
    } catch (error) {
      if (!(error instanceof JetStreamApiError)) throw error;
      const { ack_wait, max_ack_pending } = config;
      await manager.consumers.update(streamName, this.#durable, { ack_wait, max_ack_pending });
    }
  }

  async #handle(message: JsMsg): Promise<void> {
    const { consumer, timings, log } = this.#options;
    if (!this.#types.has(typeOf(message.subject))) return message.ack();
    const text = message.string();
    const event = parseEvent(text);
    if (event === undefined || consumer.admits?.(event) === false) {
      if (event === undefined) log.error({ subject: message.subject }, 'a message that is no event is dropped');
      return message.ack();
    }

    const attempt = message.info.deliveryCount;
    const sequence = message.info.streamSequence;
    this.#later.delete(sequence);
    this.#running += 1;
    try {
      await consumer.handle({
        event,
        text,
        attempt,
        attemptsLeft: attemptsLeft(timings, attempt),
        working: () => message.working(),
      });
      message.ack();
    } catch {
      const delay = retryDelayMs(timings, attempt);
      this.#later.set(sequence, Date.now() + delay);
      message.nak(delay);
    } finally {
      this.#running -= 1;
      this.#freed.resolve();
      this.#freed = Promise.withResolvers();
    }
  }

  async #untilStopped(): Promise<never> {
    while (!this.#stopping) await pause(retryMs);
    throw new Error('The consumer is stopped.');
  }
}

interface ConsumerAdmin {
  add(stream: string, config: Partial<ConsumerConfig>): Promise<unknown>;
  update(stream: string, durable: string, config: Partial<ConsumerConfig>): Promise<unknown>;
}

/** `parley.<id_project>.<noun>.<past_verb>` */
function typeOf(subject: string): string {
  return subject.split('.').slice(2).join('.');
}

/** Undefined: it is none. */
export function parseEvent(text: string): EventEnvelope | undefined {
  try {
    const event = JSON.parse(text);
    const whole = [event.id, event.type, event.idproject, event.partitionkey].every((part) => typeof part === 'string');
    return whole ? event : undefined;
  } catch {
    return undefined;
  }
}
