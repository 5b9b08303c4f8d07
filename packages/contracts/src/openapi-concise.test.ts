import { concise } from './openapi-concise.ts';

const aText = { type: 'string', maxLength: 5 };
const ofWords = { type: 'string', enum: ['a'] };

it.each([
  [
    'a type or null',
    { anyOf: [aText, { type: 'null' }], description: 'd' },
    { ...aText, description: 'd', type: ['string', 'null'] },
  ],
  [
    'types in types',
    { anyOf: [{ anyOf: [{ type: 'boolean' }, aText] }, { type: 'null' }] },
    { anyOf: [{ type: 'boolean' }, aText, { type: 'null' }] },
  ],
  [
    'a pattern beside its format',
    { type: 'string', format: 'date-time', pattern: '^\\d' },
    { type: 'string', format: 'date-time' },
  ],
  [
    'members that may hold anything',
    { type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} },
    { type: 'object', additionalProperties: true },
  ],
  ['anything in a choice', { anyOf: [{}, { type: 'null' }], description: 'd' }, { description: 'd' }],
  [
    'the end of a tuple',
    { prefixItems: [aText], items: false, maxItems: 1 },
    { prefixItems: [aText], items: aText, maxItems: 1 },
  ],
])('writes %s in fewer words', (_title, schema, expected) => {
  expect(concise({ items: schema })).toEqual({ items: expected });
});

it.each([
  ['a closed list, which excludes null', { anyOf: [ofWords, { type: 'null' }] }],
  ['two types that each say more', { anyOf: [aText, { type: 'array', items: aText }] }],
  ['numbers, of which every integer is one', { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'number' }] }],
  ['a reference', { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] }],
  ['what an example shows', { example: { anyOf: [aText, { type: 'null' }] } }],
  ['members of these names', { properties: { pattern: aText, format: aText } }],
])('leaves %s', (_title, schema) => {
  expect(concise(schema)).toEqual(schema);
});
