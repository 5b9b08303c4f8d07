import type { z } from 'zod';

/** An event as domain code makes it: the outbox adds envelope, actor and trace. */
export interface DomainEvent<Data = unknown> {
  readonly type: string;
  readonly data: Data;
}

export interface EventDefinition<Type extends string = string, Schema extends z.ZodType = z.ZodType> {
  (data: z.input<Schema>): DomainEvent<z.input<Schema>>;
  /** `<noun>.<past_verb>`. */
  readonly type: Type;
  readonly schema: Schema;
  /** `parley:<type>:<version>`. */
  readonly dataschema: string;
}

/**
 * An event of the catalogue of contract 50 section 2. `requestClosed({ … })` makes one.
 * @param type `<noun>.<past_verb>`
 * @param schema shape of `data`; a version only ever gains optional members
 */
export function defineEvent<const Type extends string, Schema extends z.ZodType>(
  type: Type,
  schema: Schema,
): EventDefinition<Type, Schema> {
  const make = (data: z.input<Schema>): DomainEvent<z.input<Schema>> => ({ type, data });
  return Object.assign(make, { type, schema, dataschema: `parley:${type}:1` });
}

/** Every event declared among these exports: of all of this package, the catalogue. */
export function eventsOf(contracts: object): EventDefinition[] {
  return Object.values(contracts).filter(isDefinition);
}

function isDefinition(value: unknown): value is EventDefinition {
  return typeof value === 'function' && 'dataschema' in value && 'schema' in value && 'type' in value;
}

/** What an event is about; the repository knows it, the domain need not. Source: contract 50 section 1. */
export interface Aggregate {
  /** `request`, `teammate`, … */
  noun: string;
  /** `_id` of the record. */
  id: string;
  /** Its `__v` after the change. */
  version: number;
  /** Order is kept within it; default: `id`. */
  partitionKey?: string;
}

/** CloudEvents 1.0 JSON with Parley's extensions. Source: contract 50 section 1. */
export interface EventEnvelope<Data = unknown> {
  specversion: '1.0';
  id: string;
  source: string;
  type: string;
  subject: string;
  time: string;
  datacontenttype: 'application/json';
  dataschema: string;
  idproject: string;
  actor: string;
  actorname?: string;
  aggregateversion: number;
  partitionkey: string;
  sequence: string;
  correlationid: string;
  causationid?: string;
  depth: number;
  traceparent?: string;
  data: Data;
}

/** `idproject` of events without a project. */
export const noProject = '0'.repeat(24);
