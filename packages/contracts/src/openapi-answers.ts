import type { AnyEndpoint } from './define-api.ts';
import { type ErrorEntry, type ErrorKind, plainCodes } from './errors.ts';
import { codesOf } from './openapi-codes.ts';
import { exampleOf } from './openapi-examples.ts';
import { hasTag } from './openapi-inputs.ts';
import { componentRef, type SchemaWriter } from './openapi-schemas.ts';

/** What writing the answers of operations needs, and what they share. */
export interface AnswerWriting {
  schemas: SchemaWriter;
  errors: ReadonlyMap<string, ErrorEntry>;
  statusOf: (kind: ErrorKind) => number;
  /** Refusals with the same codes, by those codes: written once. */
  refusals: Record<string, object>;
}

/** Every answer of an operation, by status. */
export function responsesOf(writing: AnswerWriting, endpoint: AnyEndpoint): Record<string, object> {
  const { status = 200 } = endpoint;
  const byStatus = Map.groupBy(codesOf(endpoint), (code) => writing.statusOf(entryOf(writing, code)[0]));
  const refusals = [...byStatus].map(([refused, codes]) => [refused, refusalOf(writing, codes)]);
  const success = successOf(writing, endpoint);
  return {
    [status]: success,
    ...(hasTag(writing.schemas, endpoint)
      ? { 304: { description: 'Unchanged: what `If-None-Match` names still holds.' } }
      : {}),
    ...(endpoint.ranges ? { 206: { ...success, description: 'The part that `Range` asks for.' } } : {}),
    ...(endpoint.ranges ? { 416: { description: '`Range` asks for what lies outside of the file.' } } : {}),
    ...Object.fromEntries(refusals),
  };
}

function successOf({ schemas }: AnswerWriting, { response, example, summary, produces }: AnyEndpoint) {
  const [type, ...others] = produces ?? ['application/json'];
  const schema = schemas.write(response, 'output');
  const content = { schema, example: example?.response ?? exampleOf(schema, schemas.components, 'output') };
  // Beside the first form others are texts.
  const texts = others.map((other) => [other, { schema: { type: 'string' } }]);
  return { description: summary, content: { [type]: content, ...Object.fromEntries(texts) } };
}

/** A reference to the refusal with these codes. */
function refusalOf(writing: AnswerWriting, codes: readonly string[]): object {
  const sorted = [...codes].sort();
  const name = sorted.join('.');
  writing.refusals[name] ??= writeRefusal(writing, sorted);
  return { $ref: `#/components/responses/${name}` };
}

function writeRefusal(writing: AnswerWriting, codes: readonly string[]): object {
  const sentences = codes.map((code) => `- \`${code}\`: ${entryOf(writing, code)[1]}`);
  const inProblems = codes.filter((code) => !plainCodes.has(code));
  const schema = { allOf: [{ $ref: componentRef('Problem') }, { properties: { code: { enum: inProblems } } }] };
  return {
    description: sentences.join('\n'),
    content: {
      ...(inProblems.length === 0 ? {} : { 'application/problem+json': { schema } }),
      ...(inProblems.length === codes.length ? {} : { 'text/plain': { schema: { type: 'string' } } }),
    },
  };
}

function entryOf({ errors }: AnswerWriting, code: string): ErrorEntry {
  const entry = errors.get(code);
  if (entry === undefined) throw new TypeError(`no catalogue has the code ${code}`);
  return entry;
}

/** Source: contract 00 section 4. */
export const problemSchema = {
  type: 'object',
  description: 'A problem document (RFC 9457).',
  required: ['type', 'title', 'status', 'code', 'success', 'msg', 'error', 'requestId'],
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'Stable: what programs branch on.' },
    success: { type: 'boolean', const: false },
    msg: { type: 'string' },
    error: { type: 'string', description: 'The same sentence as `msg`.' },
    requestId: { type: 'string' },
    conflict: { type: 'string', description: 'Of a 409: `_id` of the conflicting record.' },
    errors: {
      type: 'array',
      description: 'Of a 422: every faulty member.',
      items: {
        type: 'object',
        required: ['param', 'location', 'msg'],
        properties: {
          param: { type: 'string' },
          location: { type: 'string', enum: ['body', 'query', 'path', 'header'] },
          msg: { type: 'string' },
          value: {},
        },
      },
    },
  },
};
