import { crc32 } from 'node:zlib';

import * as contracts from '@parley/contracts';
import {
  type Actor,
  type Aggregate,
  callerIdOf,
  type DomainEvent,
  type EventEnvelope,
  noProject,
  type RuleActor,
} from '@parley/contracts';

import { type Call, currentCall } from '../call/call.ts';
import { newId } from '../call/ids.ts';
import { fitData } from './event-size.ts';

/** An event and the facts of its change that only the repository knows. */
export interface NewEvent {
  event: DomainEvent;
  aggregate: Aggregate;
  /** Absent: an event of no project, which gets 24 zeros. */
  projectId?: string;
  actor: Actor | RuleActor | 'system';
}

/** A row of the outbox as plain JSON; the database puts time and sequence between `head` and `tail`. */
export interface OutboxRow {
  id_project: string;
  id: string;
  partition_key: string;
  shard: number;
  type: string;
  head: string;
  tail: string;
}

/** Partition keys are spread over so many shards, each relayed by one process at a time. Source: contract 50 section 3.1. */
export const shardCount = 16;

/** The shard of a partition key, from 0; the same in every release. */
export function shardOf(partitionKey: string): number {
  return crc32(partitionKey) % shardCount;
}

const catalogue = new Map(contracts.eventsOf(contracts).map((definition) => [definition.type, definition] as const));

/** The final text of `newEvent`, except its time and sequence, as published by `service` during the current call. */
export function toOutboxRow(newEvent: NewEvent, service: string): OutboxRow {
  const { event, aggregate, projectId = noProject } = newEvent;
  const id = newId();
  const partitionKey = aggregate.partitionKey ?? aggregate.id;
  const head = JSON.stringify({
    specversion: '1.0',
    id,
    source: `/parley/${service}`,
    type: event.type,
    subject: `${aggregate.noun}/${aggregate.id}`,
    datacontenttype: 'application/json',
    dataschema: catalogue.get(event.type)?.dataschema ?? `parley:${event.type}:1`,
    idproject: projectId,
    ...actorOf(newEvent.actor),
    aggregateversion: aggregate.version,
    partitionkey: partitionKey,
    ...causeOf(currentCall()),
  } satisfies Omit<EventEnvelope, 'time' | 'sequence' | 'data'>);

  return {
    id_project: projectId,
    id,
    partition_key: partitionKey,
    shard: shardOf(partitionKey),
    type: event.type,
    head: `${head.slice(0, -1)},"time":"`,
    tail: `","data":${fitData(checked(event))}}`,
  };
}

/**
 * `data` by its schema, always: what would fail every consumer must fail the change instead, and a member the schema does not
 * know (a hash, a token) is never announced. It costs some microseconds beside a round trip to the database.
 */
function checked({ type, data }: DomainEvent): unknown {
  const definition = catalogue.get(type);
  if (definition === undefined) return data;

  const parsed = definition.schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.code})`);
  throw new TypeError(`An event ${type} does not fit its schema: ${faults.join(', ')}`);
}

/** There is only one kind of person: guests and provisioned users are announced as users. */
const announcedKinds = new Set<Actor['kind']>(['bot', 'subscription', 'token']);

function actorOf(actor: NewEvent['actor']): Pick<EventEnvelope, 'actor' | 'actorname'> {
  if (actor === 'system' || actor.kind === 'none') return { actor: 'system' };
  if (actor.kind === 'rule') return { actor: `rule:${actor.id}`, actorname: actor.name };
  const kind = announcedKinds.has(actor.kind) ? actor.kind : 'user';
  return { actor: `${kind}:${callerIdOf(actor)}`, actorname: actor.name };
}

function causeOf(call: Call): Pick<EventEnvelope, 'correlationid' | 'causationid' | 'depth' | 'traceparent'> {
  return {
    correlationid: call.correlationId,
    causationid: call.causationId,
    depth: call.depth,
    traceparent: call.traceparent,
  };
}
