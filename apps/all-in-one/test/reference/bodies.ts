import fc, { type Arbitrary } from 'fast-check';

import type { Operation } from './document.ts';
import { mutated, type Values } from './values.ts';

/** A body with its type, as they go over the wire. */
export interface Sent {
  type?: string;
  body?: string | Uint8Array;
}

/** Bodies of an operation from good to hopeless. @param good one that is known to be taken */
export function bodiesOf(values: Values, operation: Operation, good: unknown): Arbitrary<Sent> {
  if (operation.method === 'GET') return fc.constant({});
  const json = operation.body?.['application/json'];
  const valid = json === undefined ? fc.constant({}) : values.of(json.schema ?? {});
  const wanted: Arbitrary<unknown> = good === undefined ? valid : fc.oneof(fc.constant(good), valid);
  const often = json === undefined ? 1 : 4;
  return fc.oneof(
    { weight: operation.body === undefined ? 6 : 1, arbitrary: fc.constant<Sent>({}) },
    { weight: often, arbitrary: wanted.map(jsonOf) },
    { weight: often, arbitrary: mutated(wanted).map(jsonOf) },
    { weight: 1, arbitrary: fc.constantFrom(...brokenBodies) },
    {
      weight: 1,
      arbitrary: fc.tuple(wanted, fc.constantFrom(...wrongTypes)).map(([value, type]) => ({ ...jsonOf(value), type })),
    },
    { weight: takesForm(operation) ? 8 : 0, arbitrary: fc.constantFrom(...files).map((file) => formOf(file, good)) },
    { weight: takesForm(operation) ? 2 : 0, arbitrary: fc.constantFrom(...brokenForms) },
  );
}

/** The body that has to be taken. */
export function goodBody(operation: Operation, good: unknown): Sent {
  if (good === undefined) return {};
  return operation.body?.['application/json'] === undefined ? formOf(photo, good) : jsonOf(good);
}

function takesForm({ body }: Operation): boolean {
  return body?.['multipart/form-data'] !== undefined;
}

function jsonOf(value: unknown): Sent {
  return { type: 'application/json', body: JSON.stringify(value) };
}

const wrongTypes = [
  undefined,
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=latin1',
  'multipart/form-data',
  'x',
];

const brokenBodies: readonly Sent[] = [
  '{',
  '{"a":1}}',
  '[1e999]',
  'null',
  '"text"',
  '\ufeff{}',
  '['.repeat(10_000),
  '{"a":"\\ud800","b":"\\u0000"}',
  JSON.stringify({ a: 'x'.repeat(510_000) }),
  Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
].map((body) => ({ type: 'application/json', body }));

interface File {
  field: string;
  name?: string;
  type: string;
  content: Buffer | string;
}

// One white pixel.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const photo: File = { field: 'file', name: 'photo.png', type: 'image/png', content: png };
const files: readonly File[] = [
  photo,
  { field: 'file', name: 'order.txt', type: 'text/plain', content: 'one parcel' },
  { field: 'file', name: 'a\u0000b.png', type: 'image/png', content: png },
  { field: 'file', name: 'page.html', type: 'text/html', content: '<script>' },
  { field: 'file', name: 'empty.txt', type: 'text/plain', content: '' },
  { field: 'file', name: 'broken.png', type: 'image/png', content: png.subarray(0, 40) },
  { field: 'file', type: 'text/plain', content: 'no name' },
  { field: 'other', name: 'x', type: 'text/plain', content: 'x' },
  { field: 'uploadFile', name: 'bot.json', type: 'application/json', content: '{"name":"Robby"}' },
  {
    field: 'uploadFile',
    name: 'bot.json',
    type: 'application/json',
    content: '{"intents":[{"intent_display_name":7}]}',
  },
  { field: 'uploadFile', name: 'bot.json', type: 'application/json', content: '{' },
  { field: 'uploadFile', name: 'intents.csv', type: 'text/csv', content: 'question;answer\r\nWhen?;Now\r\n' },
  { field: 'uploadFile', name: 'intents.csv', type: 'text/csv', content: 'question;colour\r\n"When?' },
];

const boundary = 'parley-boundary';

/** A form with a file, and the texts of a good body beside it. */
function formOf({ field, name, type, content }: File, good: unknown): Sent {
  const texts = typeof good === 'object' && good !== null ? Object.entries(good) : [];
  const fields = texts
    .filter(([text]) => text !== field)
    .map(([text, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${text}"\r\n\r\n${value}\r\n`);
  const filename = name === undefined ? '' : `; filename="${name}"`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${filename}\r\nContent-Type: ${type}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(fields.join('') + head),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

const brokenForms: readonly Sent[] = [
  { type: 'multipart/form-data', body: 'no boundary' },
  ...[
    '',
    `--${boundary}\r\n`,
    `--${boundary}--\r\n`,
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nno end`,
  ].map((body) => ({ type: `multipart/form-data; boundary=${boundary}`, body })),
];
