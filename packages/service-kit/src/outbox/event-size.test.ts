import * as contracts from '@parley/contracts';
import { z } from 'zod';

import { expendable, fitData, maxDataBytes } from './event-size.ts';

const text = (bytes: number) => 'x'.repeat(bytes);
const fitted = (data: unknown) => JSON.parse(fitData(data));

it('leaves an event that fits as it is', () => {
  const data = { request: { notes: [text(1_000)] }, messages: [text(400_000)] };

  expect(fitted(data)).toEqual(data);
});

it('leaves out a large member and says so', () => {
  const data = { request: { _id: 'r1', notes: [text(5_000_000)] }, comment: 'note' };

  expect(fitted(data)).toEqual({ request: { _id: 'r1' }, comment: 'note', omitted: ['request.notes'] });
});

it('leaves out members in their order, and no more than needed', () => {
  const data = {
    messages: [text(300_000)],
    request: { notes: [text(300_000)], attributes: { a: text(300_000) }, first_text: text(200_000) },
    message: { metadata: { b: text(100) }, attributes: { c: text(100) } },
  };

  const { omitted, ...rest } = fitted(data);

  expect(omitted).toEqual(['messages', 'request.notes']);
  expect(rest).toEqual({
    request: { attributes: data.request.attributes, first_text: data.request.first_text },
    message: data.message,
  });
});

it('measures bytes, not characters', () => {
  const data = { message: { metadata: { text: '€'.repeat(200_000) } } };

  expect(fitted(data)).toEqual({ message: {}, omitted: ['message.metadata'] });
});

it('keeps the limit when everything that may go is large', () => {
  const large = text(200_000);
  const data = {
    messages: [large],
    request: { notes: [large], attributes: { large }, first_text: large, subject: 'kept' },
    message: { metadata: { large }, attributes: { large }, text: large },
  };

  const json = fitData(data);

  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(maxDataBytes);
  expect(JSON.parse(json)).toMatchObject({ request: { subject: 'kept' }, message: { text: large } });
});

it('never refuses and never cuts what may not go', () => {
  const data = { patch: { text: text(600_000) } };

  expect(fitted(data)).toEqual(data);
});

describe('in the catalogue', () => {
  const definitions = contracts.eventsOf(contracts);
  const members = definitions.flatMap(({ type, schema }) =>
    expendable.flatMap((path) => {
      const member = path.split('.').reduce<unknown>((at, key) => shapeOf(at)?.[key], schema);
      return member instanceof z.ZodType ? [{ type, path, member }] : [];
    }),
  );

  it('has members that may be left out', () => {
    expect(new Set(members.map(({ path }) => path))).toEqual(new Set(expendable));
  });

  it.each(members)('lets consumers read $type without $path', ({ member }) => {
    expect(member.safeParse(undefined).success).toBe(true);
  });
});

/** The members of an object's schema, also of an optional one. */
function shapeOf(schema: unknown): Record<string, unknown> | undefined {
  if (schema instanceof z.ZodOptional) return shapeOf(schema.unwrap());
  return schema instanceof z.ZodObject ? schema.shape : undefined;
}
