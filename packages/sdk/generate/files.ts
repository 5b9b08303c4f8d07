import { readFileSync } from 'node:fs';

import * as contracts from '@parley/contracts';
import {
  type AnyEndpoint,
  endpointsOf,
  errorsOf,
  eventsOf,
  type JsonSchema,
  namedSchemasOf,
  type SchemaWriter,
  schemaWriter,
} from '@parley/contracts';
import { statusOfKind } from '@parley/service-kit/call';

import { codeGroups, limitsOf, writeOperation } from './operations.ts';
import { comment, membersOf, typeWriter } from './types.ts';

const header = '// Generated from packages/contracts by `npm run generate`. Do not edit.\n';

/** Every generated file of the SDK, by its name in `src/generated`. */
export function generatedFiles(): Record<string, string> {
  const schemas = schemaWriter(namedSchemasOf(contracts));
  // Neighbours with like addresses make the smaller bundle.
  const endpoints = endpointsOf(contracts).toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  const operations = endpoints.map((endpoint) => writeOperation(schemas, endpoint));
  const events = eventsOf(contracts).toSorted((one, other) => (one.type < other.type ? -1 : 1));
  const payloads = events.map(({ type, schema }) => [type, schemas.write(schema, 'output')] as const);
  const types = Object.entries(schemas.components).toSorted(([one], [other]) => (one < other ? -1 : 1));

  return {
    'errors.ts': errorsFile(),
    'types.ts': `${header}\n${types.map(([name, schema]) => typeWriter.declare(name, schema)).join('\n\n')}\n`,
    ...operationsFiles(operations, types),
    'client.ts': clientFile(operations),
    'limits.ts': limitsFile(endpoints, schemas),
    'rights.ts': rightsFile(),
    'events.ts': eventsFile(payloads, schemas, types),
    'topics.ts': topicsFile(),
    'api.ts': apiFile(),
  };
}

function placeOf({ path, operation }: AnyEndpoint): string {
  return `${path.replace('/v3/:id_project/', '')} ${operation}`;
}

type Types = readonly (readonly [name: string, schema: JsonSchema])[];

/** An import of the named types that a text uses. */
function typesUsed(text: string, types: Types, more: readonly string[] = []): string {
  const words = new Set(text.match(/\b[A-Z]\w*/g));
  const used = types.map(([name]) => name).filter((name) => words.has(name));
  const lines = [...more, ...(used.length === 0 ? [] : [`import type { ${used.join(', ')} } from './types.ts';`])];
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}

function errorsFile(): string {
  const entries = [...errorsOf(contracts)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const codes = entries.map(
    ([code, [kind, sentence]]) =>
      `  ${comment(`${sentence} (${statusOfKind[kind].http})`)}\n  ${code}: ${statusOfKind[kind].http};`,
  );
  const groups = Object.entries(codeGroups).map(
    ([name, group]) => `export type ${name} = ${group.map((code) => `'${code}'`).join(' | ')};`,
  );
  return `${header}
/** Status of each code. */
export interface ErrorStatuses {
${codes.join('\n')}
}

/** What programs branch on. A code has one status, everywhere. */
export type ErrorCode = keyof ErrorStatuses;

${groups.join('\n')}
`;
}

type Written = readonly ReturnType<typeof writeOperation>[];

/** A file for each tag, so that what a page loads first needs no operation of another page. */
function operationsFiles(operations: Written, types: Types): Record<string, string> {
  const byTag = [...byTagOf(operations)].map(([tag, own]) => [fileOf(tag), operationsFile(own, types)] as const);
  const names = byTag.map(([name]) => `export * from './${name}';`);
  return { ...Object.fromEntries(byTag), 'operations.ts': `${header}\n${names.join('\n')}\n` };
}

function operationsFile(operations: Written, types: Types): string {
  const inputs = operations.map(({ input }) => input);
  const constants = operations.map(
    ({ name, doc, type, value }) => `${doc}\nexport const ${name}: ${type} =\n  ${value};`,
  );
  const body = [...inputs, ...constants].join('\n\n');
  const imports = [
    importOf(body, ['sendForm', 'sendUploadFile', 'type UploadSource'], '../core/form.ts'),
    importOf(body, ['type Operation', 'operation'], '../core/operation.ts'),
    importOf(body, Object.keys(codeGroups).toSorted(), './errors.ts', 'type '),
  ];
  return `${header}\n${imports.join('')}${typesUsed(body, types)}${body}\n`;
}

/** An import of the names that a text uses. */
function importOf(text: string, names: readonly string[], from: string, kind = ''): string {
  const used = names.filter((name) => new RegExp(`\\b${name.replace('type ', '')}\\b`).test(text));
  return used.length === 0 ? '' : `import ${kind}{ ${used.join(', ')} } from '${from}';\n`;
}

function byTagOf(operations: Written): [tag: string, own: Written][] {
  return [...Map.groupBy(operations, ({ tag }) => tag)].toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function fileOf(tag: string): string {
  return `operations-${tag.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.ts`;
}

/** The same operations by the tag of the reference. */
function clientFile(operations: Written): string {
  const names = byTagOf(operations).map(([tag, own]) => [camelCase(tag), own.map(({ name }) => name)] as const);
  const types = names.map(
    ([tag, own]) => `  readonly ${tag}: Pick<Operations, ${own.map((name) => `'${name}'`).join(' | ')}>;`,
  );
  const values = names.map(
    ([tag, own]) => `  ${tag}: { ${own.map((name) => `${name}: operations.${name}`).join(', ')} },`,
  );
  return `${header}
import * as operations from './operations.ts';

type Operations = typeof operations;

/** Every operation, by the tag of the API reference. */
export interface OperationsByTag {
${types.join('\n')}
}

export const operationsByTag: OperationsByTag = {
${values.join('\n')}
};
`;
}

function camelCase(tag: string): string {
  return tag
    .replaceAll(/[^A-Za-z]+(\w)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')
    .replace(/^./, (first) => first.toLowerCase());
}

function limitsFile(endpoints: readonly AnyEndpoint[], schemas: SchemaWriter): string {
  const entries = endpoints.flatMap((endpoint) => {
    const limits = limitsOf(schemas, endpoint);
    return Object.keys(limits).length === 0 ? [] : [[endpoint.operation, limits] as const];
  });
  const types = entries.map(([operation, limits]) => {
    const names = Object.keys(limits).map((name) => `'${name}'`);
    return `  readonly ${operation}: Bounds<${names.join(' | ')}>;`;
  });
  const values = entries.map(([operation, limits]) => `  ${operation}: ${JSON.stringify(limits)},`);
  return `${header}
/** What a member may be; lengths are in Unicode characters. */
export interface Bound {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

type Bounds<Name extends string> = { readonly [Member in Name]: Bound };

export interface Limits {
${types.join('\n')}
}

/** Lengths, ranges and numbers of items of every body member, by operation. */
export const limits: Limits = {
${values.join('\n')}
};
`;
}

function rightsFile(): string {
  const entries = contracts.rightNames.map((right) => {
    const about = { base: contracts.rights[right], needsWholeProject: contracts.needsWholeProject(right) };
    return `  '${right}': ${JSON.stringify(about)},`;
  });
  return `${header}
import type { RightView } from './types.ts';

export interface AboutRight {
  /** The lowest role that has it by itself. */
  readonly base: 'agent' | 'admin' | 'owner';
  /** Only custom roles whose visibility is \`all\` can have it. */
  readonly needsWholeProject: boolean;
}

/** What members of a team may do. */
export const rights: { readonly [Right in RightView]: AboutRight } = {
${entries.join('\n')}
};
`;
}

function eventsFile(
  payloads: readonly (readonly [type: string, schema: JsonSchema])[],
  schemas: SchemaWriter,
  types: Types,
): string {
  const written = payloads.map(([type, schema]) => [type, membersOf(schemas, schema)] as const);
  const shared = sharedTypes(written.flatMap(([, { properties }]) => Object.entries(properties)));
  const declared = [...shared].map(([text, name]) => `type ${name} = ${text};`).join('\n\n');
  const members = written
    .map(([type, { properties, required }]) => {
      const text = typeWriter.members(properties, required, shared);
      return `  '${type}': ${text.replaceAll('\n', '\n  ')};`;
    })
    .join('\n');
  return `${header}
${typesUsed(`${declared}${members}`, types)}${declared}

/** What each domain event carries. */
export interface EventData {
${members}
}

/** Names that existing integrations subscribe to. */
export type OlderEventName = ${contracts.olderEventNames.map((name) => `'${name}'`).join(' | ')};

/** Domain events that webhooks may subscribe to under their own names. */
export type DomainEventName = ${contracts.domainEventNames.map((name) => `'${name}'`).join(' | ')};
`;
}

/** Names for the long types that several events have as the same member, by their text. */
function sharedTypes(members: readonly (readonly [name: string, schema: JsonSchema])[]): Map<string, string> {
  const texts = Map.groupBy(members, ([name, schema]) => `${name} ${typeWriter.typeOf(schema)}`);
  const shared = new Map<string, string>();
  for (const [key, { length }] of texts) {
    const [name = '', ...text] = key.split(' ');
    if (length < 2 || key.length < 300) continue;
    const plain = `${name[0]?.toUpperCase()}${name.slice(1)}InEventData`;
    const taken = [...shared.values()].filter((other) => other.startsWith(plain)).length;
    shared.set(text.join(' '), taken === 0 ? plain : `${plain}${taken + 1}`);
  }
  return shared;
}

function placeholder(name: string): string {
  return ['$', '{', name, '}'].join('');
}

/** The names of topics, as the contracts write them, below the project. */
function topicsFile(): string {
  const entries = Object.entries(contracts.topicNames).map(([name, write]) => {
    const path = (write as (project: string, id: string) => string)('', placeholder('id')).slice('//'.length);
    return `  ${name}: (${write.length > 1 ? 'id: string' : ''}) => \`${path}\`,`;
  });
  return `${header}
/** Names of topics, below the project. */
export const topics = {
${entries.join('\n')}
} as const;
`;
}

/** The release of Parley that the SDK was made from. */
function apiFile(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return `${header}
/** The API that this SDK was made from. */
export const PARLEY_API = 'v3/${version}';
`;
}
