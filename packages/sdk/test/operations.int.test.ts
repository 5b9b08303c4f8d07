import * as contracts from '@parley/contracts';
import { type AnyEndpoint, componentOf, endpointsOf, namedSchemasOf, schemaWriter } from '@parley/contracts';
import * as operations from '@parley/sdk';
import { createParley, type OperationSpec } from '@parley/sdk';

import { answer, type FaultyServer, startFaultyServer } from './faulty-server.ts';

const project = '64f0c0a1b2c3d4e5f6a7b8c9';
const schemas = schemaWriter(namedSchemasOf(contracts));
let server: FaultyServer;

beforeAll(async () => {
  server = await startFaultyServer(answer(200, {}));
});
afterAll(() => server.stop());

type Schema = Parameters<typeof schemas.write>[0];

/** Names of the members of a part, and whether it is a list. */
function partOf(schema: Schema | undefined): { names: string[]; isList: boolean } {
  if (schema === undefined) return { names: [], isList: false };
  const written = schemas.write(schema, 'input');
  const { properties = {}, type } = componentOf(schemas, written) ?? written;
  return { names: Object.keys(properties as object), isList: type === 'array' };
}

/** What a caller who reads the contract alone would send, with every member that there is. */
function rawCallOf({ method, path, params, query, body }: AnyEndpoint) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const inQuery = partOf(query).names.filter((name) => !inPath.includes(name));
  const { names, isList } = partOf(body);
  const inBody = names.filter((name) => !inPath.includes(name) && !inQuery.includes(name));
  const value = (name: string) => (name === 'id_project' && inPath.includes(name) ? project : `a ${name}/ü`);
  const valuesOf = (of: readonly string[]) => Object.fromEntries(of.map((name) => [name, value(name)]));
  const search = new URLSearchParams(valuesOf(inQuery));
  const sent = isList ? [{ some: 'item' }] : valuesOf(inBody);
  const hasBody = /^p/.test(method) || Object.keys(sent).length > 0;
  expect(partOf(params).names.filter((name) => !inPath.includes(name) && name !== 'request_id')).toEqual([]);
  return {
    input: { ...valuesOf(inPath), ...valuesOf(inQuery), ...(isList ? { items: sent } : sent) },
    call: {
      method: method.toUpperCase(),
      url: `${path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(value(name)))}${search.size ? `?${search}` : ''}`,
      body: hasBody ? JSON.stringify(sent) : '',
    },
  };
}

const endpoints = endpointsOf(contracts).filter(({ consumes }) => !consumes || consumes.includes('application/json'));

it.each(endpoints.map((endpoint) => [endpoint.operation, endpoint] as const))(
  '%s is sent as the contract has it',
  async (name, endpoint) => {
    const { input, call } = rawCallOf(endpoint);
    const { spec } = (operations as unknown as Record<string, { spec: OperationSpec }>)[name] ?? {};
    await createParley({ url: server.url, project, token: 'T' }).send(spec as OperationSpec, input);

    const { method, url, body, headers } = server.calls.at(-1) ?? {};
    expect({ method, url, body: parsed(body) }).toEqual({ ...call, body: parsed(call.body) });
    const isKeyed = endpoint.method !== 'get' && endpoint.idempotency !== 'ignored';
    expect(headers?.['idempotency-key'] !== undefined).toBe(isKeyed);
  },
);

/** Whatever the order of its members is. */
function parsed(text = ''): unknown {
  const value: unknown = text === '' ? '' : JSON.parse(text);
  return value;
}

it('fills in the project of the client, and refuses a path with a gap', async () => {
  const parley = createParley({ url: server.url, project });
  await operations.listTags(parley);
  expect(server.calls.at(-1)?.url).toBe(`/v3/${project}/tags`);
  await operations.listTags(parley, { id_project: 'another' });
  expect(server.calls.at(-1)?.url).toBe('/v3/another/tags');

  const gap = operations.getTag(parley, { tag_id: '' });
  await expect(gap).rejects.toThrow('getTag needs tag_id');
  await expect(operations.listTags(createParley({ url: server.url }))).rejects.toThrow('listTags needs id_project');
});

it.each(['.', '..'])('refuses a path segment %p, which would be another address', async (tag_id) => {
  const parley = createParley({ url: server.url, project });
  const before = server.calls.length;
  await expect(operations.deleteTag(parley, { tag_id })).rejects.toThrow('deleteTag needs tag_id');
  expect(server.calls).toHaveLength(before);
});

it('sends uploads, too, by the function that the client was given', async () => {
  const sent: string[] = [];
  const parley = createParley({
    url: server.url,
    project,
    fetch: (address, init) => {
      sent.push(`${init?.method} ${address}`);
      return fetch(address, init);
    },
  });
  await operations.uploadFile(parley, { file: new Blob(['text']), name: 'a.txt' });
  expect(sent).toHaveLength(1);
});
