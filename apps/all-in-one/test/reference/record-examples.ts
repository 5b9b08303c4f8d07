// Records what a running mesh answers to the good call of each operation, as the examples of `/openapi.json`:
// `npm run record:examples`.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as contracts from '@parley/contracts';
import { type AnyEndpoint, endpointsOf } from '@parley/contracts';
import { bodyFor, makeParams, rowOf, searchFor } from '@parley/testkit';

import { repository } from '../commands.ts';
import { Customer, newRequestId, newUser, startMesh } from '../mesh.ts';
import { newTenant, type Tenant } from '../tenant.ts';
import { goodCall } from './calls.ts';
import { type JsonSchema, type Operation, operationsOf, type ReferenceDocument } from './document.ts';
import { stableExample } from './stable-example.ts';
import { Wire } from './wire.ts';

const target = join(repository, 'packages/contracts/src/reference/generated/examples.json');
/** Longer ones would make the reference slower to load than they help. */
const maxLength = 3_000;

const mesh = await startMesh({ MAIL_DELIVERY: 'off', RATE_LIMIT_FACTOR: '10000' }, { embedded: true });
const wire = new Wire(mesh.url);
try {
  const document = (await (await fetch(`${mesh.url}/openapi.json`)).json()) as ReferenceDocument;
  const endpoints = new Map(endpointsOf(contracts).map((endpoint) => [endpoint.operation, endpoint]));
  const home = await converse(await newTenant(mesh));
  const examples: Record<string, unknown> = { signIn: stableExample(await signIn()) };
  const operations = operationsOf(document).flatMap((operation) => {
    const endpoint = endpoints.get(operation.operationId);
    // Other addresses answer the same.
    return endpoint === undefined ? [] : [{ operation, endpoint }];
  });
  // Reads first: a component that several operations answer has the example of its read.
  operations.sort((one, other) => Number(other.endpoint.method === 'get') - Number(one.endpoint.method === 'get'));
  for (const { operation, endpoint } of operations) {
    const isApart = rowOf(endpoint).isLast || endpoint.identity === 'changes';
    const example = await exampleOf(operation, endpoint, isApart ? await newTenant(mesh) : home);
    if (example === undefined) continue;
    const [name, value] = example;
    if (examples[name] === undefined && JSON.stringify(value).length <= maxLength) examples[name] = value;
  }
  const sorted = Object.fromEntries(Object.entries(examples).sort(([one], [other]) => (one < other ? -1 : 1)));
  await writeFile(target, `${JSON.stringify(sorted, undefined, 2)}\n`);
  process.stdout.write(`${Object.keys(sorted).length} examples recorded in ${target}\n`);
} finally {
  wire.close();
  await mesh.stop();
}

/** Has a conversation, so that lists and figures hold something. */
async function converse(tenant: Tenant): Promise<Tenant> {
  const { projectId, owner, personas } = tenant;
  const guest = personas.find(({ name }) => name === 'guest')?.place.caller?.ask;
  const request = newRequestId(projectId);
  await guest?.('post', `/${projectId}/requests/${request}/messages`, { text: 'My parcel has not arrived.' });
  await owner.place.owner('post', `/${projectId}/requests/${request}/messages`, { text: 'I am looking into it.' });
  await owner.place.owner('post', `/${projectId}/surveys`, { name: 'After closing' });
  await mesh.settled();
  return tenant;
}

/** Rows know no password of their callers. */
async function signIn(): Promise<unknown> {
  const { email } = await newUser(mesh.url, 'Ada');
  return (await new Customer(mesh.url).call('POST', '/auth/signin', { email, password: 'secret of Ada' })).body;
}

/** @returns the component or operation that it is an example of, and the example; undefined where there is none to have */
async function exampleOf(operation: Operation, endpoint: AnyEndpoint, tenant: Tenant) {
  const { place, authorization } = tenant.owner;
  const params = await makeParams(endpoint, endpoint.path, place);
  const query = [...new URLSearchParams(searchFor(endpoint, place))];
  const existing = { params, query, body: bodyFor(endpoint, place, params), ids: [] };
  const { status, type, text } = await wire.send(operation, goodCall(operation, existing), authorization);
  const schema = operation.responses[status]?.content?.['application/json']?.schema;
  if (status >= 300 || type !== 'application/json' || schema === undefined) return undefined;
  return named(operation, schema, stableExample(JSON.parse(text)));
}

/** An answer that is one component, or a list of them, is an example of the component. */
function named({ operationId }: Operation, { $ref, items }: JsonSchema, value: unknown): [string, unknown] | undefined {
  if (typeof $ref === 'string') return [componentIn($ref), value];
  const item = (items as JsonSchema | undefined)?.$ref;
  if (typeof item !== 'string') return [operationId, value];
  return Array.isArray(value) && value.length > 0 ? [componentIn(item), value[0]] : undefined;
}

function componentIn($ref: string): string {
  return $ref.split('/').at(-1) ?? '';
}
