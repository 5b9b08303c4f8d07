import { readFile } from 'node:fs/promises';

import { type Minors, minorOf, minorsFile, type Schema } from './minors.ts';
import type { Resource } from './resource.ts';

/** Groups of the server itself; others come with the operators that define them. */
export const builtIn = /^(v1|(apps|autoscaling|batch|policy)\/\w+|(networking|scheduling)\.k8s\.io\/\w+)$/;

const { releases, kinds, definitions } = JSON.parse(await readFile(minorsFile, 'utf8')) as Minors;

/** Minor versions whose published schemas are here, the oldest first. */
export const minors: readonly string[] = releases.map(minorOf);

/** What a server of this minor version would not take, by its published schemas: unknown and missing fields, wrong types. */
export function faultsAt(minor: string, document: Resource): string[] {
  const { apiVersion, kind, metadata } = document;
  const name = kinds[`${apiVersion} ${kind}`];
  const where = `${kind}/${metadata.name}`;
  if (!name || !definitionOf(name, minor)) return [`${where}: ${minor} has no ${apiVersion} ${kind}`];
  return faultsIn({ minor, value: document, schema: { $ref: name }, where });
}

interface Found {
  minor: string;
  value: unknown;
  schema: Schema;
  where: string;
}

function faultsIn({ minor, value, schema: given, where }: Found): string[] {
  const schema = given.$ref ? definitionOf(given.$ref, minor) : given;
  if (!schema) throw new Error(`${minor} has no ${given.$ref}`);
  // Numbers are taken for quantities, too.
  const isEither = schema.format === 'int-or-string' || given.$ref?.endsWith('.Quantity');
  const type = isEither && typeof value === 'number' ? 'number' : schema.type;
  if (type && !is[type]?.(value)) return [`${where}: is no ${type}`];
  if (schema.items) {
    const { items } = schema;
    return (value as unknown[]).flatMap((item, at) =>
      faultsIn({ minor, value: item, schema: items, where: `${where}[${at}]` }),
    );
  }
  const { properties, additionalProperties, required = [] } = schema;
  if (!properties && !additionalProperties) return [];
  const fields = value as Record<string, unknown>;
  return [
    ...required.filter((field) => fields[field] === undefined).map((field) => `${where}: lacks ${field}`),
    ...Object.entries(fields).flatMap(([field, inner]) => {
      const known = properties?.[field] ?? additionalProperties;
      return known
        ? faultsIn({ minor, value: inner, schema: known, where: `${where}.${field}` })
        : [`${where}: ${minor} has no field ${field}`];
    }),
  ];
}

const is: Record<string, (value: unknown) => boolean> = {
  array: Array.isArray,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isInteger,
  number: Number.isFinite,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  string: (value) => typeof value === 'string',
};

/** @returns undefined where this minor has none */
function definitionOf(name: string, minor: string): Schema | undefined {
  const changes = definitions[name] ?? {};
  const last = minors.slice(0, minors.indexOf(minor) + 1).findLast((one) => one in changes);
  return (last && changes[last]) || undefined;
}
