import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

import type { Call } from './calls.ts';
import type { Operation, ReferenceDocument } from './document.ts';
import type { Reply } from './wire.ts';

/** What of an answer the reference does not say; nothing when it says all of it. */
export type Judge = (operation: Operation, call: Call, reply: Reply) => string | undefined;

export function judgeBy(document: ReferenceDocument): Judge {
  const ajv = new Ajv2020({ strict: false });
  (addFormats as unknown as typeof addFormats.default)(ajv);
  const validators = new WeakMap<object, ReturnType<Ajv2020['compile']>>();
  ajv.addSchema({ $id: 'reference', components: document.components });

  return ({ responses, parameters }, { params }, { status, type, text }) => {
    const shown = `${status} ${type} ${text.slice(0, 300)}`;
    if (status >= 500) return `broke: ${shown}`;
    const documented = responses[status] ?? responses.default;
    if (documented === undefined) return `status is not in the reference: ${shown}`;
    if (documented.content === undefined) return text === '' ? undefined : `the reference knows no body: ${shown}`;
    const content = documented.content[type] ?? documented.content['*/*'];
    if (content === undefined) return `content type is not in the reference: ${shown}`;

    // Of texts it says the type alone.
    const value: unknown = /[/+]json$/.test(type) ? JSON.parse(text) : text;
    const body = faultOf(content.schema ?? {}, value);
    if (body !== undefined) return `body does not fit its schema, ${body}: ${shown}`;
    if (type === 'application/problem+json') {
      const problem = JSON.parse(text) as { status: number; code: string };
      if (problem.status !== status) return `names another status: ${shown}`;
      if (!codesOf([documented, responses.default], status).includes(problem.code))
        return `code is not in the reference: ${shown}`;
    }
    if (status >= 400) return undefined;
    const torn = recordsIn(value).find(({ _id, id }) => _id !== id);
    if (torn !== undefined) return `a record has two ids, ${torn._id} and ${torn.id}: ${shown}`;
    const strange = parameters.find((one) => one.in === 'path' && faultOf(one.schema, params[one.name]));
    return strange && `found what {${strange.name}} may not be: ${params[strange.name]}`;
  };

  function faultOf(schema: object, value: unknown): string | undefined {
    const validate = compiled(schema);
    if (validate(value)) return undefined;
    return ajv.errorsText(validate.errors).slice(0, 600);
  }

  function compiled(schema: object) {
    const known = validators.get(schema);
    if (known !== undefined) return known;
    const moved = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"reference#/components'));
    // What a reference alone leads to is compiled once for all that refer to it.
    const isReference = typeof moved.$ref === 'string' && Object.keys(moved).length === 1;
    const made = (isReference ? ajv.getSchema(moved.$ref) : undefined) ?? ajv.compile(moved);
    validators.set(schema, made);
    return made;
  }
}

/** What callers keep in a record of theirs; the `id` of a ban is that of the visitor. */
const noRecords = ['attributes', 'properties', 'metadata', 'bannedUsers'];

/** All that have both ids. */
function recordsIn(value: unknown): { _id: unknown; id: unknown }[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).filter(([name]) => !noRecords.includes(name));
  const within = inside.flatMap(([, member]) => recordsIn(member));
  return '_id' in value && 'id' in value ? [{ _id: value._id, id: value.id }, ...within] : within;
}

/** The codes of a status that answers list: one of the status itself with what they mean, `default` by status. */
function codesOf(answers: readonly ({ description: string } | undefined)[], status: number): string[] {
  const lines = answers.flatMap((answer) => answer?.description.split('\n') ?? []);
  const own = lines.flatMap((line) => /^- `(\w+)`: /.exec(line)?.[1] ?? []);
  const others = lines.find((line) => line.startsWith(`- ${status}: `)) ?? '';
  return [...own, ...[...others.matchAll(/`(\w+)`/g)].map(([, code = '']) => code)];
}
