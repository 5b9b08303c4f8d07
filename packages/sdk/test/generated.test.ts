import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as contracts from '@parley/contracts';
import { type AnyEndpoint, endpointsOf, eventsOf } from '@parley/contracts';
import { z } from 'zod';

import { generatedFiles } from '../generate/files.ts';

const folder = join(import.meta.dirname, '..', 'src', 'generated');
const committed = Object.fromEntries(
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);

/** Does something while an object of the contracts has one field less. */
function without<T>(shape: Record<string, unknown>, field: string, work: () => T): T {
  const { [field]: schema, ...rest } = shape;
  const entries = Object.entries(shape);
  delete shape[field];
  expect(Object.keys(shape)).toEqual(Object.keys(rest));
  try {
    return work();
  } finally {
    delete shape[field];
    for (const [name] of entries) delete shape[name];
    Object.assign(shape, Object.fromEntries(entries));
    expect(shape[field]).toBe(schema);
  }
}

const staleAmong = (files: Record<string, string>) =>
  Object.keys(committed).filter((name) => files[name] !== committed[name]);
const stale = () => staleAmong(generatedFiles());

const shapeOf = (schema: unknown) =>
  schema instanceof z.ZodObject ? (schema.shape as Record<string, unknown>) : undefined;
const endpoint = (name: string) => endpointsOf(contracts).find(({ operation }) => operation === name) as AnyEndpoint;

it('are current', () => {
  const files = generatedFiles();
  expect(Object.keys(files).toSorted()).toEqual(Object.keys(committed).toSorted());
  expect(staleAmong(files)).toEqual([]);
});

it.each([
  ['a body', () => shapeOf(endpoint('sendMessage').body), 'text', 'types.ts'],
  ['a query', () => shapeOf(endpoint('listLeads').query), 'email', 'types.ts'],
  ['an answer', () => shapeOf(contracts.MessageView), 'senderFullname', 'types.ts'],
  [
    'an event',
    () => shapeOf(eventsOf(contracts).find(({ type }) => type === 'request.mentioned')?.schema),
    'by',
    'events.ts',
  ],
])('are stale when a field of %s is deleted', (_, find, field, file) => {
  const shape = find();
  expect(shape).toHaveProperty(field);

  expect(without(shape ?? {}, field, stale)).toContain(file);
});

it('are current once the fields are back', () => {
  expect(stale()).toEqual([]);
});
