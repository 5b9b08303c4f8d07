import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { keys, Process } from '../../apps/all-in-one/test/processes.ts';
import { everyone, services, storing } from '../k8s/mesh.ts';
import { preStopSeconds } from '../k8s/workload.ts';
import { Balancer } from './balancer.ts';
import { NameServer } from './name-server.ts';
import { type Servers, startServers } from './servers.ts';

const ports = { http: 3000, grpc: 4000, ops: 9000, names: 5300 } as const;
/** Processes that start at once: each is busy for a second or two. */
const startedAtOnce = 4;

/** Servers that all share. */
export type SharedServer = 'nats' | 'postgres';

/** One process of a service, at an address of its own. */
export interface Replica {
  service: string;
  host: string;
  process: Process;
  /** Its ways to servers that it uses, if the mesh has them; each to be cut and healed. */
  ways: Partial<Record<SharedServer, Balancer>>;
}

export interface MeshOptions {
  /** Of every service and of the gateway. */
  replicas: number;
  withObjects?: boolean;
  /** Whether each replica has a way of its own to NATS and PostgreSQL. */
  withWays?: boolean;
  env?: Record<string, string>;
  /** Folder of the code that the first replicas run, of the services that it has; default: ours. */
  code?: string;
}

/**
 * Every service and the gateway as processes, in several replicas, on real servers. They find each other as in a cluster: by an
 * address for all replicas (HTTP), and by a name that stands for each of them (gRPC).
 */
export class Mesh {
  readonly servers: Servers;
  readonly replicas: Replica[] = [];
  readonly #names = new NameServer();
  readonly #balancers = new Map<string, Balancer>();
  /** A part of the loopback network for this mesh alone: several run side by side. */
  readonly #net = `127.${randomInt(10, 250)}`;
  readonly #dataFolder: string;
  readonly #hasWays: boolean;
  #shared: Record<string, string> = {};

  private constructor(servers: Servers, dataFolder: string, hasWays: boolean) {
    this.servers = servers;
    this.#dataFolder = dataFolder;
    this.#hasWays = hasWays;
  }

  static async start({ replicas, withObjects, withWays = false, env, code }: MeshOptions): Promise<Mesh> {
    const servers = await startServers({ withObjects });
    const mesh = new Mesh(servers, await mkdtemp(join(tmpdir(), 'parley-mesh-')), withWays);
    try {
      await mesh.#open(env ?? {});
      const names = code ? mesh.serviceNames.filter((name) => existsSync(join(code, mainOf(name)))) : mesh.serviceNames;
      // One of each makes the database, the others come to it.
      for (let nth = 0; nth < replicas; nth++) await mesh.#startAll(names, code);
      await mesh.#startAll(
        Array.from({ length: replicas }, () => 'gateway'),
        code,
      );
      return mesh;
    } catch (error) {
      await mesh.stop();
      throw error;
    }
  }

  readonly serviceNames: readonly string[] = services.map(({ name }) => name);

  /** Of the gateway. */
  get url(): string {
    return `http://${this.#address('gateway')}:${ports.http}`;
  }

  /** Of each gateway. */
  get gatewayUrls(): string[] {
    return this.of('gateway').map(({ host }) => `http://${host}:${ports.http}`);
  }

  of(service: string): Replica[] {
    return this.replicas.filter((replica) => replica.service === service);
  }

  /** Brings the tables of a service to what our code asks for, as the Job of a release does. @returns the exit code */
  migrate(service: string): Promise<number | null> {
    return this.#newReplica(service).process.endsByItself('migrate');
  }

  /** One more replica of a service, which callers have to find by themselves. @param code folder of what it runs; default: ours */
  async grow(service: string, code?: string): Promise<Replica> {
    const replica = this.#newReplica(service, code);
    this.replicas.push(replica);
    for (const way of Object.values(replica.ways)) await way.start();
    await this.start(replica);
    return replica;
  }

  /** Callers are given the address of a running replica as soon as it reports that it is ready. */
  async start(replica: Replica): Promise<void> {
    const { process, host, service } = replica;
    await process.start();
    this.#names.add(nameOf(service), host);
    this.#balancers.get(service)?.add(host);
  }

  /** @returns the exit code */
  async end(replica: Replica, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    this.#hide(replica);
    return replica.process.end(signal);
  }

  /** Ends a replica, as a cluster does it. @returns the exit code */
  async retire(replica: Replica): Promise<number | null> {
    this.#hide(replica);
    await delay(preStopSeconds * 1_000);
    return this.end(replica, 'SIGTERM');
  }

  /**
   * Ends a replica and starts it again, as a cluster does it.
   * @param env what is another in its environment from then on
   * @returns the exit code
   */
  async replace(replica: Replica, env: Record<string, string> = {}): Promise<number | null> {
    const code = await this.retire(replica);
    replica.process.configure(env);
    await this.start(replica);
    return code;
  }

  async stop(): Promise<void> {
    // A stopped process cannot end.
    for (const { process } of this.replicas) process.signal('SIGCONT');
    await Promise.all(this.of('gateway').map(({ process }) => process.end()));
    await Promise.all(this.replicas.map(({ process }) => process.end()));
    for (const balancer of this.#balancers.values()) balancer.stop();
    for (const { ways } of this.replicas) for (const way of Object.values(ways)) way.stop();
    this.#names.stop();
    await this.servers.stop();
    await rm(this.#dataFolder, { recursive: true, force: true });
  }

  async #open(env: Record<string, string>): Promise<void> {
    const names = `${this.#net}.0.1`;
    await this.#names.start(names, ports.names);
    for (const name of [...this.serviceNames, 'gateway']) {
      const balancer = new Balancer(this.#address(name), ports.http);
      this.#balancers.set(name, balancer);
      await balancer.start();
    }
    this.#shared = {
      ...(await keys()),
      ...Object.fromEntries(
        this.serviceNames.flatMap((name) => [
          [`${name.toUpperCase()}_URL`, `http://${this.#address(name)}:${ports.http}`],
          [`${name.toUpperCase()}_GRPC`, `dns://${names}:${ports.names}/${nameOf(name)}:${ports.grpc}`],
        ]),
      ),
      // Names are asked of the server that stands in the address.
      GRPC_NODE_USE_ALTERNATIVE_RESOLVER: 'true',
      PARLEY_DATA: this.#dataFolder,
      PUBLIC_URL: this.url,
      DASHBOARD_URL: this.url,
      REDIS_URL: this.servers.redis.url,
      ...objectsOf(this.servers),
      OUTBOUND_ALLOW: '127.0.0.1',
      REQUIRE_VERIFIED_EMAIL: 'false',
      RATE_LIMIT_FACTOR: '1000',
      AUTH_LIMIT_FACTOR: '1000',
      DATABASE_POOL: '4',
      SOCKET_DRAIN: '1s',
      MAIL_DELIVERY: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    };
  }

  /** New callers do not find it; those who have found it stay. */
  #hide({ host, service }: Replica): void {
    this.#names.remove(nameOf(service), host);
    this.#balancers.get(service)?.remove(host);
  }

  #newReplica(service: string, code?: string): Replica {
    const nth = this.of(service).length + 1;
    const host = this.#address(service, nth);
    const ways = this.#hasWays ? this.#waysOf(service, nth) : {};
    const own = {
      PARLEY_HOST: host,
      [service === 'gateway' ? 'PORT' : 'HTTP_PORT']: String(ports.http),
      GRPC_PORT: String(ports.grpc),
      OPS_PORT: String(ports.ops),
      NATS_URL: by(ways.nats, this.servers.nats.url),
      [`DATABASE_URL_${service.toUpperCase()}`]: by(ways.postgres, this.servers.databaseUrl(service)),
      // What is compiled of it ends with its folder.
      ...(code && { NODE_COMPILE_CACHE: join(code, '.cache/node') }),
    };
    const env = { ...everyone.find(({ name }) => name === service)?.env, ...this.#shared, ...own };
    const process = new Process(mainOf(service), `http://${host}:${ports.ops}`, env, code);
    return { service, host, process, ways };
  }

  #waysOf(service: string, nth: number): Replica['ways'] {
    const wayTo = (url: string, at: number) => {
      const { hostname, port } = new URL(url);
      const way = new Balancer(this.#address(service, at + nth), Number(port));
      way.add(hostname);
      return way;
    };
    const { nats, databaseUrl } = this.servers;
    const stores = storing.some(({ name }) => name === service);
    return { nats: wayTo(nats.url, 100), ...(stores && { postgres: wayTo(databaseUrl(service), 200) }) };
  }

  async #startAll(names: readonly string[], code?: string): Promise<void> {
    for (let at = 0; at < names.length; at += startedAtOnce)
      await Promise.all(names.slice(at, at + startedAtOnce).map((name) => this.grow(name, code)));
  }

  /** @param nth replica; 0 is the address for all of them */
  #address(service: string, nth = 0): string {
    return `${this.#net}.${1 + this.serviceNames.indexOf(service) + 1}.${nth + 1}`;
  }
}

/** The same server, at the address of the way to it. */
function by(way: Balancer | undefined, url: string): string {
  if (!way) return url;
  const there = new URL(url);
  there.hostname = way.host;
  return there.href;
}

const nameOf = (service: string) => `${service}.mesh`;
const mainOf = (service: string) => `apps/${service}/src/main.ts`;

function objectsOf({ s3 }: Servers): Record<string, string> {
  if (!s3) return {};
  return {
    S3_ENDPOINT: s3.url,
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    S3_REGION: s3.region,
    S3_CREATE_BUCKET: 'true',
  };
}
