import { publisherOf, type ServiceName } from '@parley/contracts';
import { EventsServiceService } from '@parley/proto-gen/events/v1/events';
import type { z } from 'zod';

import { countEvents } from '../bus/event-metrics.ts';
import { deadLetterRoutes } from '../consumers/dead-letter-routes.ts';
import { rejectLapsedConsumers } from '../consumers/event-cursors.ts';
import { type FollowedOutbox, type Reconciler, startReconciler } from '../consumers/reconciler.ts';
import { type Subscriptions, startSubscriptions } from '../consumers/subscriptions.ts';
import type { Database } from '../database/database.ts';
import type { LeaseKeeper } from '../database/lease.ts';
import type { OutboxReader, Publisher } from '../outbox/outbox-reader.ts';
import { startRelay } from '../outbox/relay.ts';
import { remotePublisher } from '../outbox/serve-events.ts';
import type { ServiceDefinition } from './definition.ts';
import { openClient } from './open-client.ts';
import type { SharedResources } from './shared-resources.ts';

interface EventsOptions<Config extends z.ZodType, Context, Prisma> {
  definition: ServiceDefinition<Config, Context, Prisma>;
  resources: SharedResources;
  context: Context;
  db: Database<Prisma>;
  /** Of the database. */
  url: string | undefined;
  outbox: OutboxReader;
  leases: LeaseKeeper;
}

/**
 * Starts consumers, relay and reconciler. Consumers first, so that an event of the first relayed batch finds them.
 * @throws Error when a consumer was down for longer than publishers keep their events
 */
export async function startEvents<Config extends z.ZodType, Context, Prisma>(
  options: EventsOptions<Config, Context, Prisma>,
): Promise<{ reconciler: Reconciler; settled(): Promise<void> }> {
  const { definition, resources, context, db, url, outbox, leases } = options;
  const { bus, log, ops, parts } = resources;
  const metrics = countEvents(resources.metrics);
  const name = `${resources.name}-copies`;
  const own = definition.subscriptions ?? [];
  await rejectLapsedConsumers(db, [...new Set(own.map(({ consumer = name }) => consumer))]);
  const subscriptions = startSubscriptions({ name, subscriptions: own, context, db, bus, log, metrics });
  parts.defer(() => subscriptions.stop());
  ops.add(deadLetterRoutes(db, subscriptions));

  const relay = startRelay({ db, bus, log, leases, url, metrics });
  parts.defer(() => relay.stop());
  const outboxes = followedOutboxesOf(resources, subscriptions, outbox);
  const reconciler = startReconciler({ outboxes, db, leases, bus, log, metrics });
  parts.defer(() => reconciler.stop());

  const lastSeq = async () =>
    (await db.query<{ last_value: number }>('select last_value from outbox_seq'))[0]?.last_value;
  return {
    reconciler,
    async settled() {
      // What a consumer does may announce something itself: quiet is a round in which nothing new was written.
      let before: number | undefined;
      do {
        before = await lastSeq();
        await relay.idle();
        await bus.idle();
        await definition.idle?.(context);
      } while (before !== (await lastSeq()));
      await relay.marked();
    },
  };
}

/** The outboxes that hold what the consumers listen to, as far as it is known where they are. */
function followedOutboxesOf(
  resources: SharedResources,
  { consumers }: Subscriptions,
  own: OutboxReader,
): FollowedOutbox[] {
  const listening = new Map(
    consumers.map((consumer) => [consumer, new Set([...consumer.types].map(publisherOf))] as const),
  );
  const names = new Set([...listening.values()].flatMap((publishers) => [...publishers]));
  return [...names].flatMap((name) => {
    const publisher = name && (name === resources.name ? own : publisherAt(resources, name));
    if (!name || !publisher) return [];
    return [{ name, publisher, consumers: consumers.filter((consumer) => listening.get(consumer)?.has(name)) }];
  });
}

function publisherAt(resources: SharedResources, name: ServiceName): Publisher | undefined {
  const client = openClient(resources, EventsServiceService, name);
  return resources.env[`${name.toUpperCase()}_GRPC`] ? remotePublisher(client) : undefined;
}
