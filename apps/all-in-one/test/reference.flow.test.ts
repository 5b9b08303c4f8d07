import * as contracts from '@parley/contracts';
import { type AnyEndpoint, endpointsOf } from '@parley/contracts';
import { amountOf, bodyFor, makeParams, rowOf, searchFor } from '@parley/testkit';
import fc from 'fast-check';

import type { AllInOne } from '../src/service.ts';
import { startMesh } from './mesh.ts';
import { type Call, callsOf, type Existing, goodCall } from './reference/calls.ts';
import { type Operation, operationsOf, type ReferenceDocument } from './reference/document.ts';
import { type Judge, judgeBy } from './reference/judge.ts';
import { Wire } from './reference/wire.ts';
import { newTenant, type Persona, type Tenant } from './tenant.ts';

// More cases, others, or those of some operations: `FUZZ_CASES=200 FUZZ_SEED=7 FUZZ_OPERATION='Bot$' npm test -- reference.flow`.
// A third for each of the three roles.
const cases = Number(process.env.FUZZ_CASES ?? amountOf({ quick: 6, soak: 60 }));
const seed = Number(process.env.FUZZ_SEED ?? 1);
const chosen = new RegExp(process.env.FUZZ_OPERATION ?? '');

const atOnce = 6;

let mesh: AllInOne;
let home: Tenant;
let wire: Wire;
let document: ReferenceDocument;
let operations: Operation[];
let judge: Judge;

beforeAll(async () => {
  mesh = await startMesh({ MAIL_DELIVERY: 'off', RATE_LIMIT_FACTOR: '10000', AUTH_LIMIT_FACTOR: '10000' });
  home = await newTenant(mesh);
  wire = new Wire(mesh.url);
  document = (await (await fetch(`${mesh.url}/openapi.json`)).json()) as ReferenceDocument;
  operations = operationsOf(document).filter(({ operationId }) => chosen.test(operationId));
  judge = judgeBy(document);
}, 60_000);
afterAll(async () => {
  wire?.close();
  await mesh?.stop();
});

it('answers whatever is sent with a status, a code and a body that the reference has for the operation', async () => {
  // First of all: once calls are under way they get in the way of what is to be made.
  const trials = await mapAtOnce(operations, (operation) => prepare(operation, home));
  const results = await mapAtOnce(trials, tryOut);

  expect(results.flatMap(({ failure }) => failure ?? [])).toEqual([]);
  // Or the calls are no better than noise. One by one, since those that delete would disturb others.
  const impossible: string[] = [];
  const untried = results.filter(({ isDone }) => !isDone);
  // The calls before have left settings and people in `home` that would decide.
  const fresh = untried.length > 0 ? await newTenant(mesh) : home;
  for (const { operation } of untried) {
    // What succeeded before may decide in `fresh`, too.
    const succeeds = async (common?: Tenant) => isPossible(await prepare(operation, common));
    if (!(await succeeds(fresh)) && !(await succeeds())) impossible.push(operation.operationId);
  }
  expect(impossible).toEqual([]);
}, 3_600_000);

/** An operation, who calls it, and what exists for it. */
interface Trial {
  operation: Operation;
  tenant: Tenant;
  existing: Existing;
}

/** @param common the tenant of all; what ends its caller, or changes who may do what, has people of its own */
async function prepare(operation: Operation, common?: Tenant): Promise<Trial> {
  const endpoint = endpointOf(operation);
  const isApart = rowOf(endpoint).isLast || endpoint.identity === 'changes';
  const tenant = (isApart ? undefined : common) ?? (await newTenant(mesh));
  return { operation, tenant, existing: await existingFor(operation, endpoint, tenant.owner) };
}

/** Sends all cases of an operation. `isDone`: one of them succeeded, or at last the good call. */
async function tryOut(trial: Trial) {
  const { operation, tenant, existing } = trial;
  let isDone = false;
  const calls = fc.limitShrink(callsOf(document, operation, existing), 40);
  const property = fc.asyncProperty(calls, async (call: Call) => {
    const reply = await wire.send(operation, call, authorizationOf(tenant, call));
    isDone ||= reply.status < 300;
    const fault = judge(operation, call, reply);
    if (fault !== undefined) throw new Error(fault);
  });
  const result = await fc.check(property, { seed, numRuns: cases });
  isDone ||= await isPossible(trial);
  return { operation, isDone, failure: result.failed ? report(operation, result) : undefined };
}

/** Whether the good call of an operation succeeds, or is refused because what it needs is not at hand. */
async function isPossible({ operation, tenant, existing }: Trial): Promise<boolean> {
  const { refuses = [] } = rowOf(endpointOf(operation));
  if (refuses.length > 0) return true;
  const call = goodCall(operation, existing);
  const { status } = await wire.send(operation, call, authorizationOf(tenant, call));
  return status < 300;
}

/** Some of the work runs at once. */
async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

function authorizationOf({ personas }: Tenant, { as }: Call): string | undefined {
  return personas.find(({ name }) => name === as)?.authorization;
}

function report({ operationId, method, path }: Operation, result: fc.RunDetails<[Call]>): string {
  const { counterexample, errorInstance } = result;
  const said = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  const call = fc.stringify(counterexample?.[0]).slice(0, 1_500);
  return `FUZZ_SEED=${seed} FUZZ_OPERATION='^${operationId}$': ${said}\n  ${method} ${path} ${call}`;
}

const endpoints = new Map(endpointsOf(contracts).map((endpoint) => [endpoint.operation, endpoint]));

function endpointOf({ operationId }: Operation): AnyEndpoint {
  const found = endpoints.get(operationId.replace(/Alias\d+$/, ''));
  if (found === undefined) throw new Error(`the contracts have no ${operationId}`);
  return found;
}

/** Records for the path, and a query and a body that are good. */
async function existingFor({ path }: Operation, endpoint: AnyEndpoint, { place }: Persona): Promise<Existing> {
  const params = await makeParams(endpoint, path.replace(/\{(\w+)\}/g, ':$1'), place);
  const query = [...new URLSearchParams(searchFor(endpoint, place))];
  const ids = [...Object.values(params), ...Object.values(place.known)];
  return { params, query, body: bodyFor(endpoint, place, params), ids };
}
