import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { eventually, testDatabase } from '@parley/testkit';
import { exportJWK, generateKeyPair } from 'jose';

import { reservePorts } from '../src/ports.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** One process of ours, started as an operator would start it. */
export class Process {
  readonly url: string;
  readonly #args: string[];
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;
  #output = '';

  constructor(main: string, url: string, env: Record<string, string>) {
    this.#args = [main];
    this.#env = env;
    this.url = url;
  }

  /** Resolves when `/readyz` at `readyUrl` (default: the process's own address) answers 200. */
  async start(readyUrl = `${this.url}/readyz`): Promise<this> {
    const child = spawn(process.execPath, this.#args, {
      cwd: repository,
      env: { PATH: process.env.PATH, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (this.#output += text));
    this.#child = child;
    await eventually(
      async () => {
        if (child.exitCode !== null) throw new Error(`${this.#args[0]} ended: ${this.#output.slice(-2000)}`);
        expect((await fetch(readyUrl)).status).toBe(200);
      },
      { timeoutMs: 30_000 },
    );
    return this;
  }

  get output(): string {
    return this.#output;
  }

  /** @param signal SIGKILL gives it no chance to put anything in order */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return ended;
  }
}

/** The mesh as separate processes on real servers: workspace, conversations, and as many gateways as asked for. */
export async function startProcesses({
  natsUrl,
  redisUrl,
  gateways,
  absent = [],
}: {
  natsUrl?: string;
  redisUrl?: string;
  gateways: number;
  /** Services that have an address, at which nobody answers. */
  absent?: readonly string[];
}) {
  const [workspaceDatabase, conversationsDatabase] = await Promise.all(
    ['workspace', 'conversations'].map((name) => testDatabase(new URL(`../../${name}/prisma/`, import.meta.url))),
  );
  const ports = await reservePorts(Array(6 + gateways * 2 + absent.length * 2).fill(0));
  const take = () => String(ports.shift());
  const [workspace, conversations] = [
    { http: take(), grpc: take(), ops: take() },
    { http: take(), grpc: take(), ops: take() },
  ];
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const shared: Record<string, string> = {
    ACTOR_KEY: randomBytes(32).toString('base64url'),
    DATA_KEY: randomBytes(32).toString('base64url'),
    TOKEN_SIGNING_KEYS: JSON.stringify({ keys: [await exportJWK(privateKey)] }),
    PUBLIC_URL: 'http://parley.test',
    DASHBOARD_URL: 'http://dashboard.test',
    REQUIRE_VERIFIED_EMAIL: 'false',
    AUTH_LIMIT_FACTOR: '50',
    RATE_LIMIT_FACTOR: '100',
    LOG_LEVEL: 'info',
    MAIL: 'off',
    ...(natsUrl && { NATS_URL: natsUrl }),
    ...(redisUrl && { REDIS_URL: redisUrl }),
    WORKSPACE_URL: `http://127.0.0.1:${workspace.http}`,
    WORKSPACE_GRPC: `127.0.0.1:${workspace.grpc}`,
    CONVERSATIONS_URL: `http://127.0.0.1:${conversations.http}`,
    CONVERSATIONS_GRPC: `127.0.0.1:${conversations.grpc}`,
  };
  for (const name of absent) {
    shared[`${name.toUpperCase()}_URL`] = `http://127.0.0.1:${take()}`;
    shared[`${name.toUpperCase()}_GRPC`] = `127.0.0.1:${take()}`;
  }
  const service = (name: string, own: { http: string; grpc: string; ops: string }, databaseUrl = '') =>
    new Process(`apps/${name}/src/main.ts`, `http://127.0.0.1:${own.ops}`, {
      ...shared,
      HTTP_PORT: own.http,
      GRPC_PORT: own.grpc,
      OPS_PORT: own.ops,
      [`DATABASE_URL_${name.toUpperCase()}`]: databaseUrl,
    });

  const parts = {
    workspace: service('workspace', workspace, workspaceDatabase?.url),
    conversations: service('conversations', conversations, conversationsDatabase?.url),
    gateways: Array.from({ length: gateways }, () => {
      const port = take();
      return new Process('apps/gateway/src/main.ts', `http://127.0.0.1:${port}`, {
        ...shared,
        PORT: port,
        OPS_PORT: take(),
      });
    }),
  };
  await Promise.all([parts.workspace, parts.conversations].map((part) => part.start()));
  // With a service away the gateway says that it is not ready; it answers all the same.
  const ready = absent.length > 0 ? '/healthz' : '/readyz';
  await Promise.all(parts.gateways.map((gateway) => gateway.start(`${gateway.url}${ready}`)));
  return {
    ...parts,
    conversationsDatabaseUrl: conversationsDatabase?.url ?? '',
    async stop() {
      await Promise.all([...parts.gateways, parts.conversations, parts.workspace].map((part) => part.end()));
      await Promise.all([workspaceDatabase, conversationsDatabase].map((database) => database?.drop()));
    },
  };
}
