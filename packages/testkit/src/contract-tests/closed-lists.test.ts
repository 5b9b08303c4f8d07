import * as contracts from '@parley/contracts';
import { endpointsOf } from '@parley/contracts';
import { z } from 'zod';

import { accepts, type Field, fieldsOf } from './schema-walk.ts';

/** The closed list that a member's word is from, as its schema writes it; empty for any other member. */
function wordsOf({ schema }: Field): string[] {
  const written = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' });
  return [written, ...(written.anyOf ?? [])].flatMap(({ enum: words = [], const: word }) =>
    [...words, word].filter((one) => typeof one === 'string'),
  );
}

it('trims the words of every closed list before it judges them', () => {
  const members = endpointsOf(contracts).flatMap(({ operation, query, body }) =>
    [query, body].flatMap((schema) =>
      (schema === undefined ? [] : fieldsOf(schema)).map((field) => ({ operation, field, words: wordsOf(field) })),
    ),
  );
  const strict = members.filter(({ field: { schema }, words }) =>
    words.some((word) => accepts(schema, word) && !accepts(schema, ` ${word} `)),
  );

  expect(members.filter(({ words }) => words.length > 0).length).toBeGreaterThan(50);
  // What tells the alternatives of a union apart is trimmed before one of them is chosen.
  expect(strict.map(({ operation, field }) => `${operation} ${field.path.join('.')}`)).toEqual([
    'changeIntents operations.0.type',
    ...['checkMailbox', 'createMailbox', 'updateMailbox'].flatMap((one) => [
      `${one} inbound.type`,
      `${one} outbound.type`,
    ]),
  ]);
});
