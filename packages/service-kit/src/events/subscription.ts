import { isDeepStrictEqual } from 'node:util';

import type { EventDefinition, EventEnvelope } from '@parley/contracts';
import type { z } from 'zod';

/** What a service does on an event; a row of its `subscriptions.ts`. Made by `on`. */
export interface Subscription<Context> {
  readonly type: string;
  /** Durable name; default: the one of `startSubscriptions`. */
  readonly consumer?: string;
  /** Reads the event by its schema. @returns nothing when it does not concern the handler @throws EventMisfit */
  prepare(event: EventEnvelope): ((context: Context) => Promise<void>) | undefined;
  /** Whether anybody waits for it. Absent: always. */
  isWanted?(context: Context, event: EventEnvelope): Promise<boolean>;
}

/** An event that does not fit the schema of its type: no attempt can succeed. */
export class EventMisfit extends Error {
  override name = 'EventMisfit';
}

export interface SubscriptionOptions<Data, Context> {
  /**
   * Tells from the event alone whether there is anything to do; what there is not costs no transaction. For events that come often
   * and rarely matter.
   */
  concerns?: (data: Data) => boolean;
  /**
   * Asks whether anybody waits for an event, before it is read: what nobody waits for costs neither that nor a transaction, and leaves
   * no trace. Asked of many events at a time, whose answers may share a statement; the event may be of any shape. When it rejects,
   * the event comes again.
   */
  isWanted?: (context: Context, event: EventEnvelope) => Promise<boolean>;
}

/**
 * Listens to an event. The handler runs in one transaction with the note that the event has been handled, so that its effect
 * happens once. It has no effects outside the database, and its result does not depend on the order of arrival.
 * Source: contract 50 section 3.3.
 */
export function on<Definition extends EventDefinition, Context>(
  definition: Definition,
  handler: (context: Context, event: EventEnvelope<z.output<Definition['schema']>>) => Promise<void>,
  options: SubscriptionOptions<z.output<Definition['schema']>, Context> = {},
): Subscription<Context> {
  return {
    type: definition.type,
    ...(options.isWanted && { isWanted: options.isWanted }),
    prepare(event) {
      if (isErased(event.data)) return undefined;
      const parsed = definition.schema.safeParse(event.data);
      if (!parsed.success) {
        // Paths and codes only: values are personal data.
        throw new EventMisfit(parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`).join(', '));
      }
      const fitting = { ...event, data: parsed.data as z.output<Definition['schema']> };
      return options.concerns?.(fitting.data) === false ? undefined : (context) => handler(context, fitting);
    },
  };
}

/** The person it told of was erased since: there is nothing left to do. Source: contract 30 section 5.2. */
function isErased(data: unknown): boolean {
  return isDeepStrictEqual(data, { erased: true });
}

/** Gives subscriptions a durable consumer of their own, for a purpose that must not wait for the others. */
export function consumer<Context>(
  name: string,
  subscriptions: readonly Subscription<Context>[],
): Subscription<Context>[] {
  return subscriptions.map((subscription) => ({ ...subscription, consumer: name }));
}
