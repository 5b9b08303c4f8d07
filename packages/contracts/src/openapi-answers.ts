import type { AnyEndpoint } from './define-api.ts';
import { type ErrorEntry, type ErrorKind, plainCodes } from './errors.ts';
import { formCodesOf } from './openapi-codes.ts';
import { describeMembers } from './openapi-descriptions.ts';
import { hasTag } from './openapi-inputs.ts';
import { componentOf, componentRef, type SchemaWriter } from './openapi-schemas.ts';
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
  const ofOperation = endpoint.errors.filter((code) => !ofForm.includes(code));
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

const notModified = { description: 'Not modified: the version in `If-None-Match` is the current one.' };

function successOf({ schemas }: AnswerWriting, { operation, tag, response, summary, produces }: AnyEndpoint) {
  const [type, ...others] = produces ?? ['application/json'];
  const schema = schemas.write(response, 'output', [operation, tag]);
  const example = recordedExamples[operation];
  const content = { schema, ...(example !== undefined && { example }) };
  // Beside the first form others are texts.
  const texts = others.map((other) => [other, { schema: { type: 'string' } }]);
  return {
    description: componentOf(schemas, schema)?.description ?? summary,
    content: { [type]: content, ...Object.fromEntries(texts) },
  };
}

/** The refusal of one status. */
function refusalOf(writing: AnswerWriting, codes: readonly string[], ofForm: readonly string[]): object {
  const sorted = [...codes].sort();
  // What the form brings along stands behind what is the operation's own.
  const own = sorted.filter((code) => !ofForm.includes(code));
  const others = sorted.filter((code) => ofForm.includes(code));
  const sentences = [
    ...own.map((code) => `- \`${code}\`: ${sentenceOf(entryOf(writing, code))}`),
    ...(others.length === 0 ? [] : [`- ${listOf(others)}`]),
  ];
  return refusal(sentences, sorted);
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
      ...(codes.some((code) => plainCodes.has(code)) && { 'text/plain': { schema: { type: 'string' } } }),
    },
  };
}

function listOf(codes: readonly string[]): string {
  return codes.map((code) => `\`${code}\``).join(', ');
}

function statusOf(writing: AnswerWriting, code: string): number {
  return writing.statusOf(entryOf(writing, code)[0]);
}

/** What a code means: its first sentence, the others address the refused caller. */
function sentenceOf([, sentence]: ErrorEntry): string {
  return sentence.split(/(?<=\.) /)[0] ?? sentence;
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

/** The schemas of refusals: the problem document, and every code with its sentence. */
export function refusalSchemas({ errors }: AnswerWriting): Record<string, JsonSchema> {
  const Problem = structuredClone(problemSchema);
  describeMembers(Problem, ['Problem']);
  const entries = [...errors].sort(([one], [other]) => (one < other ? -1 : 1));
  const ErrorCode = {
    type: 'string',
    description: 'What programs branch on. A code has one status, everywhere.',
    enum: entries.map(([code]) => code),
    'x-enum-descriptions': entries.map(([, entry]) => sentenceOf(entry)),
  };
  return { Problem, ErrorCode };
}
