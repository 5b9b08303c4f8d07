import * as contracts from '@parley/contracts';
import { type AnyEndpoint, endpointsOf } from '@parley/contracts';
import * as sdk from '@parley/sdk';
import { createParley, type OperationSpec, type Parley } from '@parley/sdk';
import { eventually } from '@parley/testkit';

import { type Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let mesh: SharedMesh;
let customer: Customer;
let ada: Parley;
/** Values of members of paths, by name. */
let ids: Record<string, string>;

beforeAll(async () => {
  mesh = await sharedMesh();
  const owner = await newUser(mesh.url, 'Ada');
  customer = owner.customer;
  const { body: project } = await customer.call('POST', '/projects', { name: 'Shop' });
  const vera = await newVisitor(mesh.url, project._id, 'Vera');
  const request_id = newRequestId(project._id);
  const visitor = createParley({ url: mesh.url, project: project._id, token: vera.token });
  ada = createParley({ url: mesh.url, project: project._id, token: owner.token });
  await sdk.sendMessage(visitor, { request_id, text: 'Hello, “wörld”' });
  await sdk.addNote(ada, { request_id, text: 'A note' });
  const lead = await sdk.createLead(ada, { fullname: 'Mina', email: 'mina@example.com' });
  const bot = await sdk.createBot(ada, { name: 'Robby', type: 'internal', template: 'blank' });
  const [department] = await sdk.listDepartments(ada);
  await mesh.settled();
  ids = {
    ...{
      id_project: project._id,
      request_id,
      lead: lead._id,
      bot: bot._id,
      id_faq_kb: bot._id,
      format: 'csv',
      lang: 'EN',
    },
    ...{ department_id: department?._id ?? '', id_user: owner.id, user_id: owner.id },
  };
}, 60_000);

const specOf = (name: string) =>
  (sdk as unknown as Record<string, { spec: OperationSpec }>)[name]?.spec as OperationSpec;

interface Outcome {
  status: number;
  body: unknown;
}

/** What differs from call to call: times, cursors, ids of calls, ages. */
function lasting(body: unknown): unknown {
  if (typeof body === 'string') return body.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time');
  if (body === undefined) return undefined;
  return JSON.parse(JSON.stringify(body), (name, value) => {
    if (/^(cursor|requestId|instance|token|jwt|jti)$|lag|age$|uptime|seconds|Ms$/i.test(name)) return typeof value;
    return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? 'a time' : value;
  });
}

async function bySdk(name: string, input: object, options: object = {}): Promise<Outcome> {
  try {
    const { status, data } = await ada.send<unknown>(specOf(name), input, { retries: 0, ...options });
    return { status, body: data instanceof ReadableStream ? await new Response(data).text() : data };
  } catch (error) {
    if (!sdk.isParleyError(error)) throw error;
    return { status: error.status, body: error.code === 'unexpected_answer' ? undefined : error.problem };
  }
}

async function byHand(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Outcome> {
  const answer = await customer.call(method, path.replace('/v3', ''), body, headers);
  return { status: answer.status, body: answer.body };
}

/**
 * Reads again while the answer is 503. Figures are not ready before the first walk over the outboxes is saved, which `settled` does not wait
 * for: on a busy machine that may happen between the two calls.
 */
function available(read: () => Promise<Outcome>): Promise<Outcome> {
  return eventually(async () => {
    const outcome = await read();
    expect(outcome.status).not.toBe(503);
    return outcome;
  });
}

/** Called with the members of their paths alone. */
const reads = endpointsOf(contracts).filter(({ method, path }) => method === 'get' && path.startsWith('/v3/'));

it.each(reads.map((endpoint) => [endpoint.operation, endpoint] as const))(
  '%s reads by the SDK what a call by hand reads',
  async (name: string, { path }: AnyEndpoint) => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, one]) => one ?? '');
    const input = Object.fromEntries(names.map((one) => [one, ids[one] ?? 'none']));
    const filled = path.replace(/:(\w+)/g, (_, one: string) => encodeURIComponent(input[one] ?? ''));
    const raw = await available(() => byHand('GET', filled));
    const found = await available(() => bySdk(name, input));

    expect(found.status).toBe(raw.status);
    expect(lasting(found.body)).toEqual(lasting(raw.body));
  },
);

it.each([
  ['sendMessage', 'POST', 'requests/:request_id/messages', { text: 'More' }, ''],
  ['sendMessages', 'POST', 'requests/:request_id/messages/multi', [{ text: 'One' }, { text: 'Two' }], ''],
  ['createLead', 'POST', 'leads', { fullname: 'Paul', lead_id: 'paul' }, '?on_conflict=merge'],
  ['addRequestTags', 'PUT', 'requests/:request_id/tag', [{ tag: 'billing' }], ''],
  ['bulkRequests', 'POST', 'requests/bulk', { request_ids: ['none'], operation: 'close' }, ''],
  ['closeRequest', 'PUT', 'requests/:request_id/close', {}, ''],
  ['deleteLead', 'DELETE', 'leads/:lead', undefined, ''],
  ['updateDepartment', 'PUT', 'departments/none', { name: 7 }, ''],
])(
  '%s changes by the SDK what a call by hand changes: under one key it is the same call',
  async (name, method, path, body, query) => {
    const key = `the-key-of-${name}`;
    const filled = path.replace(/:(\w+)/g, (_, one: string) => encodeURIComponent(ids[one] ?? 'none'));
    const address = `/v3/${ids.id_project}/${filled}${query}`;
    const raw = await byHand(method, address, body, { 'idempotency-key': key });
    const input = {
      ...ids,
      department_id: 'none',
      ...Object.fromEntries(new URLSearchParams(query)),
      ...(Array.isArray(body) ? { items: body } : body),
    };
    const own = new Set([...path.matchAll(/:(\w+)/g)].map(([, one]) => one));
    const members = Object.fromEntries(
      Object.entries(input).filter(([one]) => !(one in ids) || own.has(one) || one === 'department_id'),
    );
    const { department_id: department, ...others } = members;
    const found = await bySdk(name, name === 'updateDepartment' ? { department_id: department, ...others } : others, {
      idempotencyKey: key,
    });

    expect({ ...found, body: lasting(found.body) }).toEqual({ ...raw, body: lasting(raw.body) });
  },
);

it('sends files as a form by hand is sent, and reads them back byte for byte', async () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => 32 + (at % 64));
  const file = new File([bytes], 'a “note”.txt', { type: 'text/plain' });
  const raw = await customer.upload('/files/users', file);
  const sent = await sdk.uploadFile(ada, { file });
  expect(Object.keys(sent).toSorted()).toEqual(Object.keys(raw.body).toSorted());

  for (const { filename } of [raw.body, sent]) {
    const stream = await sdk.downloadFile(ada, { path: filename });
    expect(new Uint8Array(await new Response(stream).arrayBuffer())).toEqual(bytes);
  }
});

it('says of a record that has not changed that it has not', async () => {
  const { etag = '' } = await sdk.withResponse(sdk.getRequest)(ada, { request_id: ids.request_id ?? '' });
  const path = `/v3/${ids.id_project}/requests/${ids.request_id}`;
  const raw = await byHand('GET', path, undefined, { 'if-none-match': etag });
  const again = await sdk.withResponse(sdk.getRequest)(
    ada,
    { request_id: ids.request_id ?? '' },
    { ifNoneMatch: etag },
  );
  expect([raw.status, again.status, again.notModified]).toEqual([304, 304, true]);
});
