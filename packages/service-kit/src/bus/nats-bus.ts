import type { Subscription } from '@nats-io/transport-node';
import type { EventEnvelope } from '@parley/contracts';
import type { Logger } from 'pino';

import { pause } from '../concurrency/timing.ts';
import { type BusTimings, busTimings, type EventBus, type OutgoingEvent, type Running, subjectOf } from './bus.ts';
import { NatsConsumer } from './nats-consumer.ts';
import { forgetEvents } from './nats-forget.ts';
import { NatsLink, streamName } from './nats-link.ts';

export interface NatsBusOptions {
  /** `NATS_URL`: `nats://[user:password@]host:port`, several with commas. */
  url: string;
  /** Of the service: shown by the server. */
  name: string;
  log: Logger;
  /** `NATS_REPLICAS` of the stream; default 1. */
  replicas?: number;
  timings?: Partial<BusTimings>;
}

/** Outside of the stream. */
const liveSubject = (channel: string): string => `parley-live.${channel}`;

const confirmMs = 5_000;
const idleLookMs = 10;

/**
 * The NATS JetStream adapter (server 2.9 or later). Returns at once; while the server is unreachable `publish` rejects, and consumers
 * start or resume once it is reachable. Source: contract 50 sections 3.2 to 3.4.
 */
export function openNatsBus(options: NatsBusOptions): EventBus {
  const { url, name, log, replicas = 1 } = options;
  const timings = { ...busTimings, ...options.timings };
  const link = new NatsLink({ url, name, replicas, log });
  const consumers = new Set<NatsConsumer>();

  return {
    async publish(batch, acknowledged) {
      await link.ensureStream();
      const { client } = link.now();
      try {
        // Sent in their order over one connection; the acknowledgements are awaited together.
        const answers = batch.map((event) =>
          client.publish(subjectOf(event), event.text, {
            msgID: event.id,
            timeout: confirmMs,
            expect: { streamName },
          }),
        );
        await link.orDisconnected(Promise.all(answers));
      } catch (error) {
        link.forgetStream();
        throw error;
      }
      acknowledged(batch.map((event: OutgoingEvent) => event.id));
    },

    consume(consumer): Running {
      const nouns = new Set(consumer.types.map((type) => type.split('.')[0] ?? type));
      const own = [...nouns].map((noun) => new NatsConsumer({ link, consumer, noun, timings, log }));
      for (const part of own) consumers.add(part);
      return {
        async stop() {
          await Promise.all(own.map((part) => part.stop()));
          for (const part of own) consumers.delete(part);
        },
      };
    },

    listen(types, handle): Running {
      let stopped = false;
      const subscriptions: Subscription[] = [];
      // Plain NATS subscribers also receive what is published to the stream, without a consumer of it.
      const subscribing = link.get().then(({ connection }) => {
        if (stopped) return;
        for (const type of types) {
          const callback = (_: Error | null, message: { string(): string }) =>
            notifyListener(handle, message.string(), log);
          subscriptions.push(connection.subscribe(`parley.*.${type}`, { callback }));
        }
      });
      subscribing.catch(() => undefined);
      return {
        async stop() {
          stopped = true;
          for (const subscription of subscriptions) subscription.unsubscribe();
        },
      };
    },

    broadcast(channel, text) {
      link
        .get()
        .then(({ connection }) => connection.publish(liveSubject(channel), text))
        .catch(() => undefined);
    },

    onBroadcast(channel, handle): Running {
      let stopped = false;
      let subscription: Subscription | undefined;
      const callback = (_: Error | null, message: { string(): string }) => handle(message.string());
      const subscribing = link.get().then(({ connection }) => {
        if (!stopped) subscription = connection.subscribe(liveSubject(channel), { callback });
      });
      subscribing.catch(() => undefined);
      return {
        async stop() {
          stopped = true;
          subscription?.unsubscribe();
        },
      };
    },

    forget: (projectId, since, matches, signal) => forgetEvents(link, projectId, { since, matches, signal }),

    health: () => ({ up: link.up, adapter: 'nats', ...(link.up ? {} : { detail: 'NATS is unavailable' }) }),

    async idle() {
      while (await anyBusy(consumers)) await pause(idleLookMs);
    },

    async close() {
      await Promise.all([...consumers].map((consumer) => consumer.stop()));
      await link.close();
    },
  };
}

async function anyBusy(consumers: ReadonlySet<NatsConsumer>): Promise<boolean> {
  // A consumer that cannot be queried is being created, or its server is unreachable: it counts as busy.
  const answers = await Promise.all([...consumers].map((consumer) => consumer.busy().catch(() => true)));
  return answers.includes(true);
}

function notifyListener(handle: (event: EventEnvelope) => void | Promise<void>, text: string, log: Logger): void {
  Promise.resolve()
    .then(() => handle(JSON.parse(text)))
    .catch((error: unknown) => log.error({ err: error }, 'a listener failed'));
}
