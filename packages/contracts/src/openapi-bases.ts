import { z } from 'zod';

import { StoredId, Timestamp } from './fields.ts';
import { componentRef } from './openapi-schemas.ts';
import { objectSchemasOf } from './openapi-sharing.ts';
import type { JsonSchema } from './openapi-types.ts';

/** A component that nothing refers to but the records that have its members. */
export const StoredRecord = z
  .object({
    ...{ _id: StoredId, id: StoredId, id_project: StoredId },
    ...{ createdAt: Timestamp, updatedAt: Timestamp, __v: z.number().int() },
  })
  .describe('What the records of a project have in common.');

type Members = ReadonlyMap<string, string>;

interface Base {
  name: string;
  members: Members;
  required: readonly string[];
}

/**
 * Writes a schema that has every member of a component as `allOf` that component and the rest, where that is shorter: members of records
 * would stand there dozens of times.
 */
export function shareBases(within: unknown, schemas: Record<string, JsonSchema>): void {
  const bases = basesOf(schemas);
  const holders = new Map(everyObjectSchemaOf([schemas, within]).map((schema) => [schema, membersOf(schema)]));
  for (const [schema, members] of holders) {
    const fitting = bases.filter((base) => base.members.size < members.size && fits(base, members, schema));
    const best = fitting.sort((one, other) => weightOf(other) - weightOf(one))[0];
    if (best !== undefined && weightOf(best) > 60) extend(schema, best);
  }
}

/** Components that consist only of members, except those that are members themselves (`shareMembers`). */
function basesOf(schemas: Record<string, JsonSchema>): Base[] {
  const parts = ['type', 'properties', 'required', 'description', 'examples'];
  return Object.entries(schemas)
    .filter(
      ([name, schema]) =>
        /^[A-Z]/.test(name) && isObjectSchema(schema) && Object.keys(schema).every((part) => parts.includes(part)),
    )
    .map(([name, schema]) => ({ name, members: membersOf(schema), required: requiredOf(schema) }));
}

function fits({ members: inherited, required }: Base, members: Members, schema: JsonSchema): boolean {
  const own = requiredOf(schema);
  return (
    [...inherited].every(([name, member]) => members.get(name) === member) &&
    required.every((name) => own.includes(name))
  );
}

/** How much shorter a schema gets by a base, without the references to it. */
function weightOf({ members, required }: Base): number {
  return [...members].join().length + required.join().length;
}

function extend(schema: JsonSchema, { name, members, required }: Base): void {
  const { properties, required: _, type: __, ...others } = schema;
  const own = Object.entries(properties as object).filter(([member]) => !members.has(member));
  const stillRequired = requiredOf(schema).filter((member) => !required.includes(member));
  for (const part of Object.keys(schema)) delete schema[part];
  const rest = {
    properties: Object.fromEntries(own),
    ...(stillRequired.length > 0 && { required: stillRequired }),
  };
  Object.assign(schema, { allOf: [{ $ref: componentRef(name) }, rest], ...others });
}

function membersOf({ properties }: JsonSchema): Members {
  return new Map(Object.entries(properties as object).map(([name, member]) => [name, JSON.stringify(member)]));
}

function requiredOf({ required = [] }: JsonSchema): readonly string[] {
  return required as string[];
}

function isObjectSchema({ type, properties }: JsonSchema): boolean {
  return type === 'object' && typeof properties === 'object';
}

/** Every schema with members in a value, those of its members included. */
function everyObjectSchemaOf(value: unknown): JsonSchema[] {
  return objectSchemasOf(value).flatMap((schema) => [
    ...(isObjectSchema(schema) ? [schema] : []),
    ...everyObjectSchemaOf(Object.values(schema.properties)),
  ]);
}
