import * as contracts from '@parley/contracts';
import { type AnyEndpoint, endpointsOf, rightNames, toolArguments, toolEndpoints } from '@parley/contracts';
import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import {
  type Answer,
  amountOf,
  bodyFor,
  changedTables,
  fieldsOf,
  fillPath,
  makeParams,
  orphanedRows,
  paramsIn,
  refusalOf,
  roleCodes,
  rowOf,
  type Stored,
  searchFor,
  storedRows,
  timeoutOf,
} from '@parley/testkit';

import { serviceNames, storingNames } from '../src/mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';
import { newTenant, type Persona, type Tenant, withCustomRole } from './tenant.ts';

type Params = Record<string, string>;

const served = endpointsOf(contracts).filter(({ owner }) => serviceNames.includes(owner));
const cases = served.flatMap((endpoint) =>
  [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => [titleOf(endpoint, path), endpoint, path] as const),
);

/**
 * Across projects one in so many is tried, others for each endpoint: of the people who are treated alike there, and of the ids that a
 * parameter gets, beside that of the project.
 */
const stride = amountOf({ quick: 3, soak: 1 });

const tables: Database[] = [];
let mesh: SharedMesh;
/** Whose people call. */
let home: Tenant;
/** The project of strangers, which nothing here may change. */
let abroad: Tenant;
/** Living records of both for every path, which no call here changes. */
let homeParams: KeptParams;
let paramsAbroad: KeptParams;
let untouched: Stored[];

beforeAll(async () => {
  mesh = await sharedMesh();
  for (const name of storingNames) {
    const log = createLogger({ service: name, level: 'silent' });
    const url = mesh.databaseUrls[name] ?? '';
    tables.push(await connectDatabase({ url, service: 'isolation', log, poolSize: 1 }));
  }
  [home, abroad] = await Promise.all([newTenant(mesh), newTenant(mesh)]);
  home = await withCustomRole(mesh, home);
  homeParams = keptParams(home);
  paramsAbroad = keptParams(abroad);
  // A row that is missing fails the tests of its endpoint, not all of them.
  await inBatches(cases, ([, endpoint, path]) =>
    paramsAbroad(endpoint, path).then(
      () => [],
      () => [],
    ),
  );
  await mesh.settled();
  untouched = await storedAbroad();
}, 60_000);
afterAll(async () => {
  for (const db of tables) await db.close();
});

it('knows no endpoint that the contracts do not have', () => {
  expect(orphanedRows(served)).toEqual([]);
});

describe('lets each person do in their own project what their role allows, and nothing else', () => {
  it.each(cases)(
    '%s',
    async (_title, endpoint, path) => {
      const row = rowOf(endpoint);
      const tenant = row.isLast ? await newTenant(mesh) : home;
      const isRead = endpoint.method === 'get' && tenant === home;
      const made = await (isRead ? homeParams(endpoint, path) : makeParams(endpoint, path, tenant.owner.place));

      let isPossible = (row.refuses ?? []).length > 0;
      const judge = async (persona: Persona, params: Params): Promise<string[]> => {
        const answer = await call(persona, endpoint, path, params);
        const refusal = refusalOf(endpoint, persona, true);
        if (refusal === undefined) isPossible ||= answer.status === (endpoint.status ?? 200);
        const isRight = refusal === undefined ? isAdmitted(answer, row.refuses) : isRefusal(answer, refusal);
        return isRight ? [] : [`${persona.name}: ${summary(answer)}, expected ${refusal ?? 'to be let in'}`];
      };
      // Reads and refused calls change nothing, so they are made together.
      const isQuiet = (persona: Persona) => isRead || refusalOf(endpoint, persona, true) !== undefined;
      const quiet = tenant.personas.filter(isQuiet).map((persona) => judge(persona, made));
      const failures = (await Promise.all(quiet)).flat();
      for (const persona of tenant.personas.filter((one) => !isQuiet(one))) {
        const params = row.isLast ? await makeParams(endpoint, path, persona.place) : made;
        failures.push(...(await judge(persona, params)));
      }

      expect(failures).toEqual([]);
      // Or the row makes a call that no caller could make, and the refusals above would prove little.
      expect({ succeedsForACaller: isPossible }).toEqual({ succeedsForACaller: true });
    },
    30_000,
  );

  changesNothingAbroad();
});

describe('keeps each person out of a project that is not theirs', () => {
  const inProject = cases.filter(([, , path]) => path.includes(':id_project'));
  it.each(inProject)('%s', async (title, endpoint, path) => {
    const params = await paramsAbroad(endpoint, path);
    const judged = someOf(home.personas, title).map(async (persona) => {
      const refusal = refusalOf(endpoint, persona, false);
      const answer = await call(persona, endpoint, path, params);
      if (refusal !== undefined) return isRefusal(answer, refusal) ? [] : [`${persona.name}: ${summary(answer)}`];
      // What is public is so for members of other projects as for strangers: not a word more.
      const asStranger = await call({ ...persona, send: persona.sendAsStranger }, endpoint, path, params);
      return isSame(answer, asStranger) ? [] : [`${persona.name}: other than what strangers get`];
    });
    expect((await Promise.all(judged)).flat()).toEqual([]);
  });

  changesNothingAbroad();
});

// Before requests are made here that have ids of there.
describe('shows nothing of another project, whatever the query names', () => {
  const withQueries = cases.filter(([, { method, query }]) => method === 'get' && query !== undefined);
  it.each(withQueries)('%s', async (_title, endpoint, path) => {
    const params = await homeParams(endpoint, path);
    const { known, email = '', projectId } = abroad.owner.place;
    const ids = [email, ...Object.values(known)];

    const ask = async (name: string, value: string): Promise<string[]> => {
      const url = fillPath(path, params) + searchFor(endpoint, home.owner.place, [[name, value]]);
      const answer = await home.owner.send(endpoint, { method: 'get', url });
      const isQuiet = answer.status < 500 && !mentions(answer, projectId);
      return isQuiet ? [] : [`${name}=${value}: ${summary(answer)}`];
    };
    const asked = queryNames(endpoint).flatMap((name, place) => {
      const some = ids.filter((_, index) => (index + place) % stride === 0);
      return [projectId, ...some].map((value) => ask(name, value));
    });
    expect((await Promise.all(asked)).flat()).toEqual([]);
  });
});

describe('finds no record of another project by its id', () => {
  const withRecords = cases.filter(([, , path]) => recordParams(path).length > 0);
  it.each(withRecords)('%s', async (title, endpoint, path) => {
    const { otherIds = {}, refuses = [] } = rowOf(endpoint);
    const [foreign, own] = await Promise.all([paramsAbroad(endpoint, path), homeParams(endpoint, path)]);
    // A language is no id: it has the same name everywhere.
    const names = recordParams(path).filter((name) => foreign[name] !== own[name]);
    const mixed = names.map((name) => [[name], { ...own, [name]: foreign[name] ?? '' }] as const);
    const variants =
      names.length > 1 ? [...mixed, [names, { ...foreign, id_project: home.projectId }] as const] : mixed;

    const admitted = home.personas.filter((persona) => refusalOf(endpoint, persona, true) === undefined);
    const callers = someOf(admitted, title);
    const judged = variants.flatMap(([changed, params]) => {
      // Where an id was not looked at, another one decides.
      const statuses = changed.flatMap((name) => otherIds[name] ?? [404]);
      return callers.map(async (persona) => {
        const answer = await call(persona, endpoint, path, params);
        // One who sees their own requests alone finds no other one.
        const allowed = persona.name === 'narrow' ? [404, ...statuses] : statuses;
        const isRight = allowed.includes(answer.status) || refuses.includes(answer.body.code ?? '');
        return isRight ? [] : [`${persona.name}, ${changed.join(' and ')} of elsewhere: ${summary(answer)}`];
      });
    });

    expect((await Promise.all(judged)).flat()).toEqual([]);
  });

  changesNothingAbroad();
});

describe('through the tools of agents', () => {
  it('opens no door into another project, and finds no record of one', async () => {
    const wanted = { name: 'Agent', role: 'owner', rights: rightNames, expires_in: 3_600 };
    const { token } = (await home.owner.place.owner('post', `/${home.projectId}/api_tokens`, wanted)) as {
      token: string;
    };
    expect(await useTool(token, abroad.projectId, 'listRequests', {})).toMatchObject({ code: 'not_a_member' });

    const withRecords = toolEndpoints(contracts).filter(({ path }) => recordParams(path).length > 0);
    const tools = withRecords.filter((_, index) => index % stride === 0);
    const judge = async (endpoint: AnyEndpoint): Promise<string[]> => {
      const { operation, path } = endpoint;
      const { otherIds = {}, refuses = [] } = rowOf(endpoint);
      const [foreign, own] = await Promise.all([paramsAbroad(endpoint, path), homeParams(endpoint, path)]);
      const names = toolArguments(endpoint).path;
      const changed = names.filter((name) => foreign[name] !== own[name]);
      if (changed.length === 0) return [];
      const given = Object.fromEntries(names.map((name) => [name, foreign[name]]));
      const body = bodyFor(endpoint, home.owner.place, foreign);
      const search = Object.fromEntries(new URLSearchParams(searchFor(endpoint, home.owner.place)));
      const answer = await useTool(token, home.projectId, operation, {
        ...{ ...search, ...given },
        ...(endpoint.body && { body }),
      });
      const text = answer.result?.content[0]?.text ?? JSON.stringify(answer);
      const statuses = changed.flatMap((name) => otherIds[name] ?? [404]);
      const isRight =
        statuses.some((status) => text.startsWith(`HTTP ${status}.`)) || refuses.some((code) => text.includes(code));
      return isRight ? [] : [`${operation}: ${text.slice(0, 300)}`];
    };
    const failures = await inBatches(tools, judge);
    expect([failures, tools.length > 40]).toEqual([[], true]);
  }, 60_000);

  changesNothingAbroad();
});

type KeptParams = (endpoint: AnyEndpoint, path: string) => Promise<Params>;

/** Paths with the same parameters get the same records, but for endpoints that make their own. */
function keptParams({ owner: { place } }: Tenant): KeptParams {
  const kept = new Map<string, Promise<Params>>();
  return async (endpoint, path) => {
    const key = `${rowOf(endpoint).params === undefined ? '' : endpoint.operation} ${paramsIn(path)}`;
    const params = kept.get(key) ?? makeParams(endpoint, path, place);
    kept.set(key, params);
    return params;
  };
}

interface ToolAnswer {
  code?: string;
  result?: { content: { text: string }[] };
}

/** A call of a tool as an agent makes it. */
async function useTool(token: string, projectId: string, name: string, given: object): Promise<ToolAnswer> {
  const response = await fetch(`${mesh.url}/v3/${projectId}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
    signal: AbortSignal.timeout(timeoutOf(20_000)),
  });
  return (await response.json()) as ToolAnswer;
}

/** Some at once. */
async function inBatches<One>(all: readonly One[], judge: (one: One) => Promise<string[]>): Promise<string[]> {
  const failures: string[] = [];
  for (let first = 0; first < all.length; first += 6)
    failures.push(...(await Promise.all(all.slice(first, first + 6).map(judge))).flat());
  return failures;
}

/** At least one, if there is one. */
function someOf<One>(all: readonly One[], title: string): One[] {
  const turn = cases.findIndex(([one]) => one === title);
  return all.filter((_, index) => (index + turn) % Math.min(stride, all.length) === 0);
}

function queryNames({ query }: AnyEndpoint): string[] {
  return query === undefined ? [] : fieldsOf(query).flatMap(({ path }) => (path.length === 1 ? [String(path[0])] : []));
}

/** A refusal repeats what it refuses. */
function mentions({ status, body }: Answer, id: string): boolean {
  return status === 200 && JSON.stringify(body).includes(id);
}

function call(persona: Persona, endpoint: AnyEndpoint, path: string, params: Params): Promise<Answer> {
  const body = bodyFor(endpoint, persona.place, params);
  return persona.send(endpoint, {
    method: endpoint.method,
    url: fillPath(path, params) + searchFor(endpoint, persona.place),
    body,
  });
}

/** Once for all calls of a block: a look at everything that is stored takes longer than the calls. */
function changesNothingAbroad(): void {
  it('and changes nothing of the project of strangers', async () => {
    await mesh.settled();
    const now = await storedAbroad();
    expect(now.flatMap((stored, index) => changedTables(untouched[index] ?? {}, stored))).toEqual([]);
  });
}

async function storedAbroad(): Promise<Stored[]> {
  return Promise.all(tables.map((db) => storedRows(db, abroad)));
}

function recordParams(path: string): string[] {
  return paramsIn(path).filter((name) => name !== 'id_project');
}

function isAdmitted({ status, body }: Answer, refuses: readonly string[] = []): boolean {
  const { code = '' } = body;
  return refuses.includes(code) || (status < 500 && !roleCodes.includes(code));
}

function isRefusal({ status, body }: Answer, code: string): boolean {
  return status === (code === 'unauthorized' ? 401 : 403) && body.code === code;
}

function isSame(answer: Answer, other: Answer): boolean {
  const comparable = ({ status, body }: Answer) => JSON.stringify([status, { ...body, requestId: undefined }]);
  return comparable(answer) === comparable(other);
}

function summary({ status, body }: Answer): string {
  return `${status} ${body.code ?? ''}`.trim();
}

function titleOf({ operation, method }: AnyEndpoint, path: string): string {
  return `${operation} ${method.toUpperCase()} ${path}`;
}
