import type { AnyEndpoint } from './define-api.ts';
import { type ErrorEntry, type ErrorKind, plainCodes } from './errors.ts';
import { formCodesOf } from './openapi-codes.ts';
import { describeMembers } from './openapi-descriptions.ts';
import { hasTag } from './openapi-inputs.ts';
import { componentRef, type SchemaWriter } from './openapi-schemas.ts';
import type { JsonSchema } from './openapi-types.ts';
import { recordedExamples } from './reference/recorded-examples.ts';

/** What writing the answers of operations needs, and what they share. */
export interface AnswerWriting {
  schemas: SchemaWriter;
  errors: ReadonlyMap<string, ErrorEntry>;
  statusOf: (kind: ErrorKind) => number;
}

/**
 * Every answer of an operation, by status. Statuses that follow from the operation's form alone stand together in `default`, so
 * that what may go wrong in this operation stands out, and the document stays short.
 */
export function responsesOf(writing: AnswerWriting, endpoint: AnyEndpoint): Record<string, object> {
  const { status = 200 } = endpoint;
  const ofForm = formCodesOf(endpoint);
  const ofOperation = ownCodesOf(endpoint);
  const own = new Set(ofOperation.map((code) => statusOf(writing, code)));
  const codes = [...ofForm, ...ofOperation].filter((code) => own.has(statusOf(writing, code)));
  const form = Map.groupBy(ofForm, (code) => statusOf(writing, code));
  const success = successOf(writing, endpoint);
  return {
    [status]: success,
    ...(hasTag(writing.schemas, endpoint) ? { 304: notModified } : {}),
    ...(endpoint.ranges ? { 206: { ...success, description: 'The part that `Range` asks for.' } } : {}),
    ...(endpoint.ranges ? { 416: { description: '`Range` asks for bytes beyond the end of the file.' } } : {}),
    ...Object.fromEntries(
      [...Map.groupBy(codes, (code) => statusOf(writing, code))].map(([refused, of]) => [
        refused,
        refusalOf(writing, of, ofForm),
      ]),
    ),
    default: refusalsOf(form),
  };
}

/** The codes of an operation that do not follow from its form. */
function ownCodesOf(endpoint: AnyEndpoint): string[] {
  const ofForm = formCodesOf(endpoint);
  return endpoint.errors.filter((code) => !ofForm.includes(code));
}

const notModified = { description: 'Not modified: the version in `If-None-Match` is the current one.' };

const ledOn = {
  description: 'Leads the browser to `Location`.',
  headers: { Location: { schema: { type: 'string' } } },
};

function successOf({ schemas }: AnswerWriting, { operation, tag, response, status, produces }: AnyEndpoint) {
  if (status === 302) return ledOn;
  const [type, ...others] = produces ?? ['application/json'];
  const schema = schemas.write(response, 'output', [operation, tag]);
  const example = recordedExamples[operation];
  const content = { schema, ...(example !== undefined && { example }) };
  // Beside the first form others are texts.
  const texts = others.map((other) => [other, {}]);
  return {
    // The summary and the schema say the rest, and answers that are the same otherwise are shared.
    description: status === 201 ? 'Created.' : 'OK.',
    content: { [type]: content, ...Object.fromEntries(texts) },
  };
}

/** The refusal of one status. What the form brings along has the same body, and `default` lists it. */
function refusalOf(writing: AnswerWriting, codes: readonly string[], ofForm: readonly string[]): object {
  const own = codes.filter((code) => !ofForm.includes(code)).sort();
  const sentences = own.map((code) => `- ${explain(writing, code)}`);
  return refusal(sentences, codes);
}

/** The refusals of several statuses. */
function refusalsOf(byStatus: ReadonlyMap<number, readonly string[]>): object {
  const statuses = [...byStatus].sort(([a], [b]) => a - b);
  return refusal(
    statuses.map(([status, codes]) => `- ${status}: ${listOf([...codes].sort())}`),
    statuses.flatMap(([, codes]) => codes),
  );
}

/** The description names the codes: schemas of each set of codes would take a tenth of the document. */
function refusal(lines: readonly string[], codes: readonly string[]): object {
  return {
    description: lines.join('\n'),
    content: {
      ...(codes.some((code) => !plainCodes.has(code)) && {
        'application/problem+json': { schema: { $ref: componentRef('Problem') } },
      }),
      ...(codes.some((code) => plainCodes.has(code)) && { 'text/plain': {} }),
    },
  };
}

function listOf(codes: readonly string[]): string {
  return codes.map((code) => `\`${code}\``).join(', ');
}

function statusOf(writing: AnswerWriting, code: string): number {
  return writing.statusOf(entryOf(writing, code)[0]);
}

/** A code and what it means: its first sentence, the others address the refused caller. */
function explain(writing: AnswerWriting, code: string): string {
  const [, sentence] = entryOf(writing, code);
  return `\`${code}\`: ${sentence.split(/(?<=\.) /)[0] ?? sentence}`;
}

function entryOf({ errors }: AnswerWriting, code: string): ErrorEntry {
  const entry = errors.get(code);
  if (entry === undefined) throw new TypeError(`no catalogue has the code ${code}`);
  return entry;
}

/** Source: contract 00 section 4. */
const problemSchema = {
  type: 'object',
  description: 'A problem document (RFC 9457).',
  required: ['type', 'title', 'status', 'code', 'success', 'msg', 'error', 'requestId'],
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { $ref: componentRef('ErrorCode') },
    success: { type: 'boolean', const: false },
    msg: { type: 'string' },
    error: { type: 'string' },
    requestId: { type: 'string' },
    conflict: { type: 'string' },
    hint: { type: 'string' },
    requiredRole: { type: 'string' },
    allowedCallers: { type: 'array', items: { type: 'string' } },
    accepted: { type: 'array', items: { type: 'string' } },
    received: { type: 'string' },
    errors: {
      type: 'array',
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

/** The schemas of refusals: the problem document, and every code, with its sentence unless it always stands in the answer of an operation. */
export function refusalSchemas(writing: AnswerWriting, endpoints: readonly AnyEndpoint[]): Record<string, JsonSchema> {
  const Problem = structuredClone(problemSchema);
  describeMembers(Problem, ['Problem']);
  const explained = new Set(endpoints.flatMap((endpoint) => ownCodesOf(endpoint)));
  const codes = [...writing.errors.keys()].sort();
  const ofForm = new Set(endpoints.flatMap((endpoint) => formCodesOf(endpoint)));
  const others = codes.filter((code) => ofForm.has(code) || !explained.has(code));
  const ErrorCode = {
    type: 'string',
    description: [
      'What programs branch on. A code has one status, everywhere. Operations explain their own codes; the others:',
      ...others.map((code) => `- ${explain(writing, code)}`),
    ].join('\n'),
    enum: codes,
  };
  return { Problem, ErrorCode };
}
