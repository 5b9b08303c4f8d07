import * as contracts from '@parley/contracts';
import { type Actor, type AnyEndpoint, commonErrors, endpointsOf, type ServiceName } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

import { amountOf } from '../amount-of.ts';
import type { Answer, RawCall } from '../client.ts';
import { anonymous } from '../personas.ts';
import { type BadCall, badAddresses, badCalls, type GoodCall } from './bad-calls.ts';
import { foreignReferences } from './references.ts';
import type { Place } from './row.ts';
import { bodyFor, makeParams, rowOf, searchFor } from './rows.ts';
import { changedTables, storedRows } from './stored.ts';

/** A started service with two projects. */
export interface BadInputWorld {
  send(actor: Actor, call: RawCall): Promise<Answer>;
  db: Pick<Database, 'query'>;
  /** Resolves when nothing is under way that calls before have begun. */
  settled?(): Promise<void>;
  /** Owner of the project that is called. */
  owner: Actor;
  place: Place;
  /** Another project, whose ids must not work here. */
  elsewhere: Place;
}

/** Of the faults of an endpoint one in so many is sent, others for each endpoint. */
const stride = amountOf({ quick: 6, soak: 1 });

/**
 * Tests, generated from the contracts, that no input breaks a service: every field of every endpoint with every fault is
 * refused by the contract's code and changes nothing. An endpoint without a row fails by name.
 */
export function describeBadInput(service: ServiceName, harness: () => BadInputWorld): void {
  const endpoints = endpointsOf(contracts).filter(({ owner }) => owner === service);
  const cases = endpoints.flatMap((endpoint) =>
    [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => [titleOf(endpoint, path), endpoint, path] as const),
  );

  describe('refuses every fault of every field with a 422 that names it, and changes nothing', () => {
    it.each(cases)('%s', async (title, endpoint, path) => {
      const { place, db } = harness();
      const good = await goodCall(endpoint, path, place);
      const calls = someOf(badCalls(endpoint, good), title).map((make) => make());
      const refused = calls.filter(({ must }) => must === 'refuse');

      await harness().settled?.();
      const before = await storedRows(db);
      expect(await failuresOf(refused, async (call) => refusalFault(call, await send(endpoint, call)))).toEqual([]);
      expect(changedTables(before, await storedRows(db))).toEqual([]);

      const tolerated = calls.filter(({ must }) => must === 'tolerate');
      expect(await failuresOf(tolerated, async (call) => breakage(endpoint, await send(endpoint, call)))).toEqual([]);
      const ignored = calls.filter(({ must }) => must === 'ignore');
      expect(await ignoredFaults(endpoint, ignored)).toEqual([]);
    });
  });

  describe('answers an id that no record has with a 404, and makes nothing of it', () => {
    const withIds = cases.filter(([, , path]) => path.includes(':'));
    it.each(withIds)('%s', async (title, endpoint, path) => {
      const { place, db } = harness();
      const calls = someOf(badAddresses(endpoint, await goodCall(endpoint, path, place)), title);
      const makesRecords = Object.values(rowOf(endpoint).otherIds ?? {}).some((statuses) => statuses.includes(200));

      await harness().settled?.();
      const before = await storedRows(db);
      const failures = await failuresOf(calls, async (call) => {
        const answer = await send(endpoint, call);
        if (!call.statuses.includes(answer.status)) return summary(answer);
        return breakage(endpoint, answer);
      });
      expect(failures).toEqual([]);
      if (!makesRecords) expect(changedTables(before, await storedRows(db))).toEqual([]);
    });
  });

  describe('takes no id of another project in any field', () => {
    const withBodies = cases.filter(([, { body }]) => body !== undefined);
    it.each(withBodies)('%s', async (_title, endpoint, path) => {
      const { place, elsewhere, db } = harness();
      const good = await goodCall(endpoint, path, place);
      const calls = foreignReferences(endpoint, good, elsewhere);

      await harness().settled?.();
      const before = await storedRows(db);
      const failures = await failuresOf(calls, async (call) => {
        const answer = await send(endpoint, call);
        return [403, 404, 422].includes(answer.status) ? breakage(endpoint, answer) : summary(answer);
      });
      expect(failures).toEqual([]);
      expect(changedTables(before, await storedRows(db), rowOf(endpoint).mayMove)).toEqual([]);
    });
  });

  function someOf<Call>(calls: Call[], title: string): Call[] {
    const turn = cases.findIndex(([one]) => one === title);
    return calls.filter((_, index) => (index + turn) % stride === 0);
  }

  function send(endpoint: AnyEndpoint, call: RawCall): Promise<Answer> {
    const { owner, send: sendRaw } = harness();
    return sendRaw(endpoint.role === 'public' ? anonymous : owner, call);
  }

  async function ignoredFaults(endpoint: AnyEndpoint, calls: BadCall[]): Promise<string[]> {
    const [first] = calls;
    if (first === undefined || endpoint.method !== 'get') return [];
    const { method, url } = first;
    const plain = await send(endpoint, { method, url: url.replace(/\?.*$/, searchFor(endpoint, harness().place)) });
    return failuresOf(calls, async (call) => {
      const answer = await send(endpoint, call);
      const isSame = rowOf(endpoint).isFresh ? answer.status === plain.status : contentOf(answer) === contentOf(plain);
      return isSame || answer.status === 422 ? undefined : summary(answer);
    });
  }
}

async function goodCall(endpoint: AnyEndpoint, path: string, place: Place): Promise<GoodCall> {
  const params = await makeParams(endpoint, path, place);
  return { path, params, place, body: bodyFor(endpoint, place, params) };
}

function titleOf({ operation, method }: AnyEndpoint, path: string): string {
  return `${operation} ${method.toUpperCase()} ${path}`;
}

/** `undefined` when the answer refuses as it must. */
function refusalFault({ param, location, names }: BadCall, answer: Answer): string | undefined {
  const { status, body } = answer;
  // A cursor is opaque: what it may be, only the list knows. An id where the contract promises a 404 is one, too.
  if (param === 'cursor' && status === 400 && body.code === 'cursor_invalid') return undefined;
  if (param === 'id_project' && status === 404) return undefined;
  if (status !== 422 || body.code !== 'validation_failed') return summary(answer);
  const named = (body.errors ?? []).filter((fault) => fault.location === location).map((fault) => fault.param);
  if (names === 'any') return named.length > 0 ? undefined : 'names nothing';
  const isNamed = named.some((name) => name === location || isWithin(name, param) || isWithin(param, name));
  return isNamed ? undefined : `names ${named.join(', ')}`;
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
}

/** `undefined` unless the service failed, or refused with a code that is not this endpoint's. */
function breakage({ errors }: AnyEndpoint, answer: Answer): string | undefined {
  const { status, body } = answer;
  if (status < 400) return undefined;
  const isKnown = errors.includes(body.code ?? '') || Object.hasOwn(commonErrors.entries, body.code ?? '');
  return status < 500 && isKnown ? undefined : summary(answer);
}

/** What two equal answers have in common: all but the id of their calls. */
function contentOf({ status, body }: Answer): string {
  return JSON.stringify([status, typeof body === 'object' ? { ...body, requestId: undefined } : body]);
}

function summary({ status, body }: Answer): string {
  return `answered ${status} ${body.code ?? ''}`.trim();
}

const atOnce = 8;

/** What is wrong, one line for each call that fails; some of the calls run at once. */
async function failuresOf<Call extends { fault: string }>(
  calls: readonly Call[],
  judge: (call: Call) => Promise<string | undefined>,
): Promise<string[]> {
  const failures: string[] = [];
  const queue = [...calls];
  const work = async () => {
    for (let call = queue.shift(); call !== undefined; call = queue.shift()) {
      const failure = await judge(call);
      if (failure !== undefined) failures.push(`${call.fault} ${failure}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failures.sort();
}
