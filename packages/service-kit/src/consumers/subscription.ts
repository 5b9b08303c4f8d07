import { isDeepStrictEqual } from 'node:util';

import type { EventDefinition, EventEnvelope } from '@parley/contracts';
import type { z } from 'zod';

/** What a service does on an event; a row of its `subscriptions.ts`. Made by `on` and `fold`. */
export interface Subscription<Context> {
  readonly type: string;
  /** Durable name; default: the one of `startSubscriptions`. */
  readonly consumer?: string;
  /** Handle each event in a transaction of its own, several at once. Default: in batches. */
  readonly isSingle?: boolean;
  /** How long a batch that is not full waits for more, in ms. Default 2. */
  readonly lingerMs?: number;
  /** Reads the event by its schema. @returns undefined when it does not concern the handler @throws EventSchemaMismatch */
  prepare(event: EventEnvelope): Prepared<Context> | undefined;
  /** Whether the project has any use for it. Absent: always. */
  isWanted?(context: Context, event: EventEnvelope): Promise<boolean>;
}

/** An event that was read, and its handler. */
export interface Prepared<Context> {
  readonly event: EventEnvelope;
  /** For one event. */
  handle?: (context: Context, event: EventEnvelope) => Promise<void>;
  /** For all events of a batch that have the same one. */
  fold?: Fold<Context>;
}

type Fold<Context> = (context: Context, events: readonly EventEnvelope[]) => Promise<void>;

/** An event that does not fit the schema of its type: no attempt can succeed. */
export class EventSchemaMismatch extends Error {
  override name = 'EventSchemaMismatch';
}

export interface SubscriptionOptions<Data, Context> {
  /**
   * Filter by the event's data: an event for which it returns false costs no delivery. For frequent events
   * that rarely matter.
   */
  concerns?: (data: Data) => boolean;
  /**
   * Filter by the project, before the event is parsed; when it resolves to false there is neither a transaction nor an
   * inbox row. Asked of many events at a time, whose answers may share a statement; the event may be of any shape. When it rejects,
   * the event comes again.
   */
  isWanted?: (context: Context, event: EventEnvelope) => Promise<boolean>;
}

type DataOf<Definition extends EventDefinition> = z.output<Definition['schema']>;

/**
 * Listens to an event. The handler runs in one transaction with the inbox row of the event, so that its effect happens once. It has
 * no effects outside the database, and its result does not depend on the order of arrival. Source: contract 50 section 3.3.
 */
export function on<Definition extends EventDefinition, Context>(
  definition: Definition,
  handler: (context: Context, event: EventEnvelope<DataOf<Definition>>) => Promise<void>,
  options: SubscriptionOptions<DataOf<Definition>, Context> = {},
): Subscription<Context> {
  return subscription(definition, options, { handle: handler as Prepared<Context>['handle'] });
}

/**
 * Listens to an event with a handler that takes all events of a batch at once, in the order of their arrival. Rows with the same
 * handler share the call. Like `on` in all else; the handler announces nothing, since its events have many causes.
 */
export function fold<Definition extends EventDefinition, Context>(
  definition: Definition,
  handler: (context: Context, events: readonly EventEnvelope<DataOf<Definition>>[]) => Promise<void>,
  options: SubscriptionOptions<DataOf<Definition>, Context> = {},
): Subscription<Context> {
  return subscription(definition, options, { fold: handler as Fold<Context> });
}

function subscription<Definition extends EventDefinition, Context>(
  definition: Definition,
  { concerns, isWanted }: SubscriptionOptions<DataOf<Definition>, Context>,
  handler: Omit<Prepared<Context>, 'event'>,
): Subscription<Context> {
  return {
    type: definition.type,
    ...(isWanted && { isWanted }),
    prepare(event) {
      if (isErased(event.data)) return undefined;
      const fitting = fitted(definition, event);
      return concerns?.(fitting.data as DataOf<Definition>) === false ? undefined : { event: fitting, ...handler };
    },
  };
}

/** The consumers of a process share the parsed event, so it is validated once. */
const validated = new WeakMap<EventEnvelope, EventEnvelope>();

function fitted(definition: EventDefinition, event: EventEnvelope): EventEnvelope {
  const known = validated.get(event);
  if (known !== undefined) return known;

  const parsed = definition.schema.safeParse(event.data);
  if (!parsed.success) {
    // Paths and codes only: values are personal data.
    throw new EventSchemaMismatch(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`).join(', '),
    );
  }
  const fitting = { ...event, data: parsed.data };
  validated.set(event, fitting);
  return fitting;
}

/** The person it was about has been erased since: there is nothing left to do. Source: contract 30 section 5.2. */
function isErased(data: unknown): boolean {
  return isDeepStrictEqual(data, { erased: true });
}

/**
 * Gives subscriptions a durable consumer of their own, for a purpose that must not wait for the others.
 * @param options `single`: each event in a transaction of its own, for handlers that lock records which calls lock as well;
 * `lingerMs`: how long a batch that is not full waits for more, in ms, for effects that no caller waits for
 */
export function consumer<Context>(
  name: string,
  subscriptions: readonly Subscription<Context>[],
  { single = false, lingerMs }: { single?: boolean; lingerMs?: number } = {},
): Subscription<Context>[] {
  const own = { consumer: name, isSingle: single, ...(lingerMs !== undefined && { lingerMs }) };
  return subscriptions.map((subscription) => ({ ...subscription, ...own }));
}
