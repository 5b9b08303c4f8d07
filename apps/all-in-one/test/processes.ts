import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cheapPasswords, eventually, processVariables, timeoutOf } from '@parley/testkit';
import { exportJWK, generateKeyPair } from 'jose';

import { reservePorts } from '../src/ports.ts';
import { writeTransferSettings } from '../src/transfer-settings.ts';
import { databasesOf } from './databases.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

const running = new Set<ChildProcess>();
// A run that ends early leaves no process behind.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** One process of ours, started as an operator would start it. */
export class Process {
  readonly url: string;
  readonly #args: string[];
  readonly #env: Record<string, string>;
  readonly #folder: string;
  #child: ChildProcess | undefined;
  #output = '';

  /** @param folder of the code that it runs; default: ours */
  constructor(main: string, url: string, env: Record<string, string>, folder = repository) {
    this.#args = [main];
    this.#env = env;
    this.#folder = folder;
    this.url = url;
  }

  /**
   * Resolves when `/readyz` at `readyUrl` (default: the process's own address) answers 200.
   * @throws when the process ends before that, or takes too long
   */
  async start(readyUrl = `${this.url}/readyz`): Promise<this> {
    const child = this.#spawn();
    const isOver = () => child.exitCode !== null || child.signalCode !== null;
    await eventually(
      async () => {
        if (isOver()) return;
        const { status } = await fetch(readyUrl, { signal: AbortSignal.timeout(timeoutOf(5_000)) });
        if (status !== 200) throw new Error(`${readyUrl} answers ${status}: ${this.#output.slice(-2000)}`);
      },
      // Less than tests have, so that they say what it has printed.
      { timeoutMs: 90_000, everyMs: 50 },
    );
    if (isOver()) throw new Error(`${this.#args[0]} ended: ${this.#output.slice(-2000)}`);
    return this;
  }

  /** Changes its environment from its next start on. */
  configure(env: Record<string, string>): void {
    Object.assign(this.#env, env);
  }

  /** Of a process that is not to become ready. @param step of a rollout, such as `migrate` @returns its exit code */
  async endsByItself(...step: string[]): Promise<number | null> {
    this.#spawn(...step);
    return this.ended();
  }

  #spawn(...step: string[]): ChildProcess {
    const child = spawn(process.execPath, [...this.#args, ...step], {
      cwd: this.#folder,
      env: { ...processVariables(), ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (this.#output += text));
    this.#child = child;
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get output(): string {
    return this.#output;
  }

  /** Holds it still, as a machine does that is out of breath, or lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(signal);
  }

  /** @param signal SIGKILL gives it no chance to put anything in order */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const ended = this.ended();
    this.#child?.kill(signal);
    return ended;
  }

  /** Resolves to its exit code when it has ended, by itself or by a signal. */
  async ended(): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    return new Promise((resolve) => child.once('close', resolve));
  }
}

/** Services that a mesh has when a test asks for them. */
type Optional = 'contacts' | 'bots' | 'media' | 'analytics' | 'realtime' | 'webhooks' | 'channels';
type Started<Beside extends Optional> = 'workspace' | 'conversations' | Beside;

interface Ports {
  http: string;
  grpc: string;
  ops: string;
}

/** The mesh as separate processes on real servers: workspace, conversations, and as many others and gateways as asked for. */
export async function startProcesses<Beside extends Optional = never>({
  natsUrl,
  redisUrl,
  gateways,
  beside = [],
  absent = [],
  env = {},
}: {
  natsUrl?: string;
  redisUrl?: string;
  gateways: number;
  beside?: readonly Beside[];
  /** Services that have an address, at which no process answers. */
  absent?: readonly string[];
  /** Of every process. */
  env?: Readonly<Record<string, string>>;
}) {
  const names: Started<Beside>[] = ['workspace', 'conversations', ...beside];
  const dataFolder = await mkdtemp(join(tmpdir(), 'parley-processes-'));
  const databases = await databasesOf(names.filter((name) => name !== 'realtime'));
  const ports = (await reservePorts(names.length * 3 + gateways * 2 + absent.length * 2)).map(String);
  const take = () => ports.shift() ?? '';
  const own = new Map<string, Ports>(
    [...names, ...absent].map((name) => [
      name,
      { http: take(), grpc: take(), ops: absent.includes(name) ? '' : take() },
    ]),
  );
  const shared: Record<string, string> = {
    ...(await keys()),
    PARLEY_DATA: dataFolder,
    PUBLIC_URL: 'http://parley.test',
    DASHBOARD_URL: 'http://dashboard.test',
    REQUIRE_VERIFIED_EMAIL: 'false',
    AUTH_LIMIT_FACTOR: '50',
    RATE_LIMIT_FACTOR: '100',
    ...cheapPasswords,
    LOG_LEVEL: 'info',
    MAIL_DELIVERY: 'off',
    // The work of a process that was killed is taken over soon.
    LEASE: '2s',
    DRAIN_LINGER: '0ms',
    SOCKET_DRAIN: '0ms',
    ...(natsUrl && { NATS_URL: natsUrl }),
    ...(redisUrl && { REDIS_URL: redisUrl }),
    ...env,
  };
  for (const [name, { http, grpc }] of own) {
    shared[`${name.toUpperCase()}_URL`] = `http://127.0.0.1:${http}`;
    shared[`${name.toUpperCase()}_GRPC`] = `127.0.0.1:${grpc}`;
  }
  const addresses = names.map((name) => ({ name, addresses: { grpc: shared[`${name.toUpperCase()}_GRPC`] ?? '' } }));
  await writeTransferSettings(dataFolder, addresses, shared);
  const service = (name: string) => {
    const { http = '', grpc = '', ops = '' } = own.get(name) ?? {};
    return new Process(`apps/${name}/src/main.ts`, `http://127.0.0.1:${ops}`, {
      ...shared,
      HTTP_PORT: http,
      GRPC_PORT: grpc,
      OPS_PORT: ops,
      [`DATABASE_URL_${name.toUpperCase()}`]: databases.urls[name] ?? '',
    });
  };

  const services = Object.fromEntries(names.map((name) => [name, service(name)])) as Record<Started<Beside>, Process>;
  const fronts = Array.from({ length: gateways }, () => {
    const port = take();
    const env = { ...shared, PORT: port, OPS_PORT: take() };
    return new Process('apps/gateway/src/main.ts', `http://127.0.0.1:${port}`, env);
  });
  const owners: Process[] = Object.values(services);
  await Promise.all(owners.map((part) => part.start()));
  // With a service away the gateway says that it is not ready; it answers all the same.
  const ready = absent.length > 0 ? '/healthz' : '/readyz';
  await Promise.all(fronts.map((gateway) => gateway.start(`${gateway.url}${ready}`)));
  return {
    ...services,
    gateways: fronts,
    /** Where uploads are, and the settings of the program that moves projects. */
    dataFolder,
    databaseUrls: databases.urls,
    conversationsDatabaseUrl: databases.urls.conversations ?? '',
    async stop() {
      await Promise.all([...fronts, ...owners].map((part) => part.end()));
      await databases.drop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Keys that a mesh shares. */
export async function keys(): Promise<Record<string, string>> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return {
    ACTOR_KEY: randomBytes(32).toString('base64url'),
    DATA_KEY: randomBytes(32).toString('base64url'),
    TOKEN_SIGNING_KEYS: JSON.stringify({ keys: [await exportJWK(privateKey)] }),
  };
}
