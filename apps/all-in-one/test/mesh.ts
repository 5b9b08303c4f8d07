import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createParley, signIn, signInAnonymously, signUp } from '@parley/sdk';
import type { Logger } from '@parley/service-kit/observability';
import { cheapPasswords, timeoutOf } from '@parley/testkit';

import { storingNames } from '../src/mesh.ts';
import { type AllInOne, startAllInOne } from '../src/service.ts';
import { copiesOf, type Databases, databasesOf, databaseVariables } from './databases.ts';
import { startServers } from './servers.ts';

/** How the gateway calls the services behind it: what it promises its callers is the same. */
export const ways = ['in the process', 'over connections'] as const;
export type Way = (typeof ways)[number];

interface MeshOptions {
  log?: Logger;
  /** Default: in the process; with `OVER_CONNECTIONS=true`, all flow tests run over connections. */
  way?: Way;
  /** With its embedded PostgreSQL, as users start it. Default: with databases on the server of the test run. */
  embedded?: boolean;
  /** With a NATS, a Redis and an S3 server of its own. Default: as `REAL_SERVERS` says. */
  realServers?: boolean;
  /** Begins with what another one has kept, which is stopped. */
  copyOf?: MeshData;
  /** Its data stay when it is stopped. */
  keepsData?: boolean;
}

/** What a mesh keeps. */
export interface MeshData {
  /** On the server of the test run. */
  databases: Databases;
  dataFolder: string;
}

export async function removeData({ databases, dataFolder }: MeshData): Promise<void> {
  await databases.drop();
  await rm(dataFolder, { recursive: true, force: true });
}

interface RestartOptions {
  meanwhile?: () => Promise<void>;
  /** What changes of its settings, from now on. */
  env?: Record<string, string>;
}

/** What it names beside the gateway's address is that of its first start. */
export interface TestMesh extends AllInOne {
  data: MeshData;
  /** Of its databases on the server of the test run, by the name of the service. */
  databaseUrls: Readonly<Record<string, string>>;
  /** At the same address, with the same data. */
  restart(options: RestartOptions): Promise<void>;
}

/** Of one mesh that was started in the process: what its gateway does not find there is called over connections. */
export function wayOf({ localServers }: AllInOne): (way: Way) => void {
  const services = new Map(localServers);
  return (way) => {
    localServers.clear();
    if (way === 'in the process') for (const [address, listener] of services) localServers.set(address, listener);
  };
}

/** A fresh mesh for one test file, on ports of its own, without the demo. Flow tests that need nothing of their own have `sharedMesh`. */
export async function startMesh(
  env: Record<string, string> = {},
  { log, way, embedded = false, realServers = process.env.REAL_SERVERS === 'true', ...options }: MeshOptions = {},
): Promise<TestMesh> {
  const { copyOf, keepsData = false } = options;
  const dataFolder = await mkdtemp(join(tmpdir(), 'parley-mesh-'));
  if (copyOf) await cp(copyOf.dataFolder, dataFolder, { recursive: true });
  const databases = await (copyOf ? copiesOf(copyOf.databases) : databasesOf(embedded ? [] : storingNames));
  const servers = realServers && !embedded ? await startServers() : undefined;
  // Its past is seeded where a test looks at it.
  const demo = { DEMO: 'false', DEMO_DAYS: '0' };
  const own = { PORT: '0', LOG_LEVEL: 'silent', ...demo, PARLEY_DATA: dataFolder, ...cheapPasswords };
  const usual: Way = process.env.OVER_CONNECTIONS === 'true' ? 'over connections' : 'in the process';
  const settings = { ...own, ...databaseVariables(databases), ...servers?.variables, ...env };
  const start = async () => {
    const started = await startAllInOne({ env: settings, log: log && (() => log) });
    if ((way ?? usual) === 'over connections') started.localServers.clear();
    return started;
  };
  let mesh = await start();
  return {
    ...mesh,
    data: { databases, dataFolder },
    databaseUrls: databases.urls,
    restart: async ({ meanwhile, env: changed }) => {
      await mesh.stop();
      await meanwhile?.();
      Object.assign(settings, changed, { PORT: new URL(mesh.url).port });
      mesh = await start();
    },
    stop: async () => {
      await mesh.stop();
      await servers?.stop();
      if (!keepsData) await removeData({ databases, dataFolder });
    },
  };
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a flow test reads answers as a customer's own code would, without our types.
  body: any;
  headers: Headers;
}

/**
 * A caller of the API by hand, without types: for calls that the SDK would not send, and answers as they stand on the wire. What
 * people do with the API is tested by the SDK.
 */
export class Customer {
  readonly #url: string;
  readonly #token: string | undefined;

  constructor(url: string, token?: string) {
    this.#url = url;
    this.#token = token;
  }

  /** The same one at another address. */
  at(url: string): Customer {
    return new Customer(url, this.#token);
  }

  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    if (body === undefined) return this.#send(method, path, headers);
    return this.#send(method, path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body));
  }

  /** As a browser does it. */
  upload(path: string, file: File, headers: Record<string, string> = {}): Promise<Answer> {
    const form = new FormData();
    form.append('file', file);
    return this.#send('POST', path, headers, form);
  }

  async #send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string | FormData,
  ): Promise<Answer> {
    const response = await fetch(`${this.#url}/v3${path}`, {
      method,
      headers: { ...(this.#token && { authorization: this.#token }), ...headers },
      body,
      signal: AbortSignal.timeout(timeoutOf(20_000)),
    });
    const text = await response.text();
    const json = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, body: json ? JSON.parse(text) : text, headers: response.headers };
  }
}

/** Signs up and in. */
export async function newUser(
  url: string,
  firstname: string,
): Promise<{ customer: Customer; id: string; email: string; password: string; token: string }> {
  const parley = createParley({ url });
  const credentials = {
    email: `${firstname.toLowerCase()}.${randomUUID()}@example.com`,
    password: `secret of ${firstname}`,
  };
  await signUp(parley, { ...credentials, firstname, lastname: 'Example' });
  const { user, token } = await signIn(parley, credentials);
  return { ...credentials, customer: new Customer(url, token), id: user._id, token };
}

/** An anonymous visitor of the project. */
export async function newVisitor(
  url: string,
  projectId: string,
  firstname: string,
): Promise<{ customer: Customer; id: string; token: string }> {
  const { user, token } = await signInAnonymously(createParley({ url }), { id_project: projectId, firstname });
  return { customer: new Customer(url, token), id: user._id, token };
}

export function newRequestId(projectId: string): string {
  return `support-group-${projectId}-${randomUUID().replaceAll('-', '')}`;
}
