import { embeddedKeys } from './keys.ts';
import { reservePorts } from './ports.ts';

export type Environment = Record<string, string | undefined>;

interface Surroundings {
  dataFolder: string;
  /** Services behind the gateway, in the order of their ports. */
  names: readonly string[];
  /** Address of a service's database in the embedded PostgreSQL, if there is one. */
  databaseUrl(name: string): string | undefined;
}

/** The environment of each part of the mesh: what the caller set wins, the embedded defaults fill the rest. */
export async function environments(env: Environment, { dataFolder, names, databaseUrl }: Surroundings) {
  const base = Number(env.PORT ?? 3000);
  const step = (offset: number) => (base === 0 ? 0 : base + offset);
  const [free, ...ports] = await reservePorts([
    0,
    ...names.flatMap((_, index) => [step((index + 1) * 10), step(1000 + (index + 1) * 10)]),
  ]);
  // A port that is asked for is the one or none: clients know it.
  const gatewayPort = base || free;
  const own = Object.fromEntries(
    names.map((name, index) => [name, { http: ports[index * 2], grpc: ports[index * 2 + 1] }]),
  );
  const url = `http://localhost:${gatewayPort}`;
  const shared: Environment = {
    ...(await embeddedKeys(dataFolder)),
    PARLEY_DATA: dataFolder,
    PUBLIC_URL: url,
    DASHBOARD_URL: url,
    AUTH_LIMIT_FACTOR: '50',
    // All services share one process.
    UPSTREAM_CALLS_AT_ONCE: '16',
    REQUIRE_VERIFIED_EMAIL: 'false',
    // Nobody is there to take the calls over.
    DRAIN_LINGER: '0ms',
    SOCKET_DRAIN: '0ms',
    ...Object.fromEntries(
      Object.entries(own).flatMap(([name, { http, grpc }]) => [
        [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${http}`],
        [`${name.toUpperCase()}_GRPC`, `127.0.0.1:${grpc}`],
      ]),
    ),
    ...env,
  };

  return {
    of(name: string): Environment {
      if (name === 'gateway') return { ...shared, PORT: String(gatewayPort), OPS_PORT: '0' };
      const variable = `DATABASE_URL_${name.toUpperCase()}`;
      return {
        ...shared,
        [variable]: env[variable] ?? databaseUrl(name),
        HTTP_PORT: String(own[name]?.http),
        GRPC_PORT: String(own[name]?.grpc),
        OPS_PORT: '0',
      };
    },
  };
}
