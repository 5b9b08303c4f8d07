import type { EventEnvelope } from '@parley/contracts';

import { newId } from '../call/ids.ts';
import { shardOf } from '../outbox/envelope.ts';
import type { OutgoingEvent } from './bus.ts';

let made = 0;

/** An event as a relay hands it over. */
export function outgoing({
  type = 'thing.changed',
  projectId = 'a'.repeat(24),
  key = 'k1',
  data = {},
}: {
  type?: string;
  projectId?: string;
  key?: string;
  data?: Record<string, unknown>;
} = {}): OutgoingEvent {
  const id = newId();
  made += 1;
  const event: EventEnvelope = {
    specversion: '1.0',
    id,
    source: '/parley/workspace',
    type,
    subject: `thing/${key}`,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    dataschema: `parley:${type}:1`,
    idproject: projectId,
    actor: 'system',
    aggregateversion: 1,
    partitionkey: key,
    sequence: String(made).padStart(20, '0'),
    correlationid: `call-${shardOf(key)}`,
    depth: 0,
    data,
  };
  return { id, projectId, type, text: JSON.stringify(event) };
}

/** A promise to be kept from outside. */
export function gate(): { opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
