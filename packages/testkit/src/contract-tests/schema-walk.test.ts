import { Attributes, maybe, spokenText } from '@parley/contracts';
import { z } from 'zod';

import { fieldsOf, sampleOf, withValue } from './schema-walk.ts';

const Body = z
  .object({
    text: spokenText(10),
    attributes: maybe(Attributes),
    channel: maybe(
      z.object({
        name: z
          .string()
          .regex(/^[a-z]+$/)
          .or(z.literal('EN')),
      }),
    ),
    tags: maybe(z.array(z.union([z.string(), z.object({ tag: z.string(), color: maybe(z.string()) })])).max(5)),
    anything: z.unknown().optional(),
  })
  .superRefine(() => undefined)
  .transform((body) => body);

it('finds every member of a schema, however it is wrapped and however deep it lies', () => {
  const fields = fieldsOf(Body).map(({ path, kinds, isOpen }) => [path.join('.'), kinds && [...kinds], isOpen]);

  expect(fields).toEqual([
    ['text', ['string'], false],
    ['attributes', ['object'], true],
    ['channel', ['object'], false],
    ['channel.name', ['string'], false],
    ['tags', ['array'], false],
    ['tags.0', ['string', 'object'], false],
    ['tags.0.tag', ['string'], false],
    ['tags.0.color', ['string'], false],
    ['anything', undefined, false],
  ]);
});

it('makes the smallest value that a schema takes', () => {
  expect(sampleOf(Body)).toEqual({ text: 'Hello' });
  expect(sampleOf(z.array(z.number().min(7)).min(2))).toEqual([10, 10]);
  expect(() => sampleOf(z.string().regex(/^odd$/))).toThrow(/no sample found/);
});

it('puts a value in its place, with what has to be around it', () => {
  const field = (path: string) => fieldsOf(Body).find((one) => one.path.join('.') === path) ?? fail(path);

  expect(withValue({ text: 'Hi' }, field('channel.name'), 7)).toEqual({ text: 'Hi', channel: { name: 7 } });
  expect(withValue({ text: 'Hi' }, field('tags.0.color'), 7)).toEqual({
    text: 'Hi',
    tags: [{ tag: 'Hello', color: 7 }],
  });
});

function fail(path: string): never {
  throw new Error(`the schema has no ${path}`);
}
