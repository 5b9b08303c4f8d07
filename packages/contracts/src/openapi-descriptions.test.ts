import { gzipSync } from 'node:zlib';

import { bareMembers, isDescribed, unnamedNumbers } from '../test/descriptions.ts';
import { document, endpoints, operations } from '../test/document.ts';

it('describes every member of every schema', () => {
  // A component may be called `properties`, too, so each is looked at alone.
  const { schemas = {}, ...others } = document.components;
  const roots = [...Object.entries(schemas), ...Object.entries(others), ...Object.entries(document.paths)];
  const bare = bareMembers(document, roots);

  expect(bare).toEqual([]);
});

it('describes every component, parameter, tag and operation', () => {
  const named = [
    ...Object.entries(document.components.schemas ?? {}),
    ...Object.entries(document.components.parameters ?? {}),
    ...document.tags.map((tag) => [tag.name, tag] as const),
    ...operations.map((operation) => [operation.operationId, operation] as const),
    ...operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.map((parameter) => [`${operationId} ${JSON.stringify(parameter)}`, parameter] as const),
    ),
  ];

  expect(named.filter(([, described]) => !isDescribed(document, described)).map(([name]) => name)).toEqual([]);
});

it('names every number of a closed list', () => {
  const unnamed = unnamedNumbers(document);

  expect(unnamed).toEqual([]);
});

it('has every tag in the order of the reference', () => {
  const used = new Set(endpoints.map(({ tag }) => tag));
  const listed = document.tags.map(({ name }) => name);

  expect([...used].filter((tag) => !listed.includes(tag))).toEqual([]);
  expect(listed.filter((tag) => !used.has(tag))).toEqual(['Other addresses']);
});

it('groups other addresses apart, and says whose they are', () => {
  const ids = new Set(operations.map(({ operationId }) => operationId));
  const others = operations.filter(({ tags }) => tags.includes('Other addresses'));

  expect(others.length).toBeGreaterThan(30);
  for (const { operationId, description } of others) {
    expect(ids).toContain(operationId.replace(/Alias\d+$/, ''));
    expect(description).toMatch(/^Same as `[A-Z]+ \/v3\/\S+`\.$/);
  }
});

it('is small enough to be loaded by a browser at once', () => {
  // As the gateway sends it.
  expect(gzipSync(JSON.stringify(document)).length).toBeLessThanOrEqual(119_500);
});
