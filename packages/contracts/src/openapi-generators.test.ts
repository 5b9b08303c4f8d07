import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

import { document, followed } from '../test/document.ts';
import { lint } from '../test/lint.ts';

interface PathParameter {
  name: string;
  in: string;
  schema: { pattern?: string };
}

const startsWithNoLetter = /^[^A-Za-z]/;

/** Rules of the linter that the API breaks by its own design. */
const rules = {
  // The addresses are those of existing clients; each pair is told apart.
  'no-ambiguous-paths': 'error',
  // What may go wrong by the form of an operation stands in `default`, once for hundreds.
  'operation-4xx-response': 'off',
} as const;

/** What the linter of Redocly finds: paths that look alike, and all else. */
const isAlike = (problem: string) => problem.startsWith('no-ambiguous-paths ');
let problems: string[];
beforeAll(async () => {
  problems = await lint(document, rules);
}, 60_000);

it('passes the linter of Redocly, every example included', async () => {
  expect(problems.filter((problem) => !isAlike(problem))).toEqual([]);

  const { components, ...others } = structuredClone({ ...document, paths: {} });
  const { RequestView } = components.schemas as Record<string, { examples: object[] }>;
  Object.assign(RequestView?.examples[0] ?? {}, { ticket_id: 7 });
  expect(await lint({ ...others, components }, rules)).toContainEqual(
    expect.stringMatching(/^no-invalid-schema-examples #\/components\/schemas\/RequestView\/examples\/0/),
  );
});

it('tells paths that look alike apart by a word that is no id', () => {
  const alike = problems.filter(isAlike);
  const pairs = alike.map((problem) => [...problem.matchAll(/`(\/v3\/[^`]+)`/g)].map(([, path = '']) => path));

  expect(pairs.length).toBeGreaterThan(0);
  expect(pairs.filter(([one = '', other = '']) => !isToldApart(one, other))).toEqual([]);
});

it('gives every operation a summary, and names the operation that an alias stands for', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const ids = operations.map(({ operationId }) => operationId);

  expect(operations.filter(({ summary }) => summary.trim() === '')).toEqual([]);
  for (const { operationId, tags, 'x-alias-of': alias } of operations) {
    expect([operationId, alias !== undefined]).toEqual([operationId, tags.includes('Other addresses')]);
    if (alias !== undefined) expect(ids).toContain(alias);
  }
});

it('has no schema that is true or false, which several generators refuse', () => {
  const text = JSON.stringify(document.components) + JSON.stringify(document.paths);

  expect(text.match(/"(items|not|contains|if|then|else)":(true|false)/g)).toBeNull();
});

it('names components so that no two have one name in a programming language', () => {
  const { securitySchemes: _, ...kinds } = document.components;
  const names = Object.values(kinds).flatMap((components) => Object.keys(components));
  const [schema = ''] = Object.keys(kinds.schemas ?? {});

  expect(names.filter((name) => startsWithNoLetter.test(name))).toEqual([]);
  expect(alikeIn(names)).toEqual([]);
  expect(alikeIn([...names, `_${schema}`])).toEqual([[schema, `_${schema}`]]);
});

it('names `_id` for Go, where `id` stands beside it', () => {
  const { StoredRecord } = document.components.schemas as Record<string, { properties: Record<string, object> }>;

  expect(StoredRecord?.properties._id).toHaveProperty(['x-go-name'], 'StoredID');
  expect(StoredRecord?.properties.id).not.toHaveProperty(['x-go-name']);
});

it('becomes types of TypeScript that compile', async () => {
  const types = astToString(await openapiTS(structuredClone(document) as never));
  const use = `
    import type { components, operations } from './parley.ts';
    type Tag = components['schemas']['TagView'];
    export const id = (tag: Tag): string => tag._id;
    export const ranges: components['schemas']['MatchView']['ranges'] = [[1, 2]];
    export type Sent = operations['createTag']['requestBody'];
  `;

  const wrong = use.replace('[1, 2]', '[1, 2, 3]');
  expect(faultsOf({ 'parley.ts': types, 'use.ts': use, 'wrong.ts': wrong })).toEqual([
    expect.stringMatching(/^wrong\.ts: /),
  ]);
}, 60_000);

/** Names that become one where words are joined by capitals and all kinds of components share a name space, as in Go. */
function alikeIn(names: readonly string[]): string[][] {
  const joined = (name: string) => name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first) => first.toUpperCase());
  return [...Map.groupBy(names, joined).values()].filter((alike) => alike.length > 1);
}

/** Whether a segment is a word in one path and in the other a parameter that cannot be this word. */
function isToldApart(one: string, other: string): boolean {
  const [words, others] = [one.split('/'), other.split('/')];
  return words.some((word, at) => {
    const beside = others[at] ?? '';
    return (isParameter(beside) && !takes(other, beside, word)) || (isParameter(word) && !takes(one, word, beside));
  });
}

function isParameter(segment: string): boolean {
  return /^\{\w+\}$/.test(segment);
}

/** Whether a parameter of a path, in any of its operations, may have this value. */
function takes(path: string, parameter: string, value: string): boolean {
  if (isParameter(value)) return true;
  const parameters = Object.values(document.paths[path] ?? {}).flatMap(({ parameters = [] }) =>
    parameters.map((written) => followed(written) as PathParameter),
  );
  const named = parameters.filter(({ name, in: place }) => place === 'path' && `{${name}}` === parameter);
  return named.some(({ schema }) => schema.pattern === undefined || new RegExp(schema.pattern).test(value));
}

/** What the compiler says of these files. */
function faultsOf(files: Readonly<Record<string, string>>): string[] {
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, types: [] },
    ...{ target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  const own = (name: string) => files[name.split('/').at(-1) ?? ''];
  host.fileExists = (name) => own(name) !== undefined || fileExists(name);
  host.readFile = (name) => own(name) ?? readFile(name);
  host.getSourceFile = (name, target) =>
    own(name) === undefined ? getSourceFile(name, target) : ts.createSourceFile(name, own(name) ?? '', target);
  const program = ts.createProgram(Object.keys(files), options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}
