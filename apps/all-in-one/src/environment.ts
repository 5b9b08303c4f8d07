import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type { Config } from './config.ts';
import { demoMailDomain } from './demo/shop-settings.ts';
import { embeddedKeys } from './keys.ts';
import { reservePorts, tryPort } from './ports.ts';

export type Environment = Record<string, string | undefined>;

interface Surroundings {
  config: Pick<Config, 'PORT' | 'PARLEY_HOST'>;
  dataFolder: string;
  /** Of the server of the demo shop, if there is one. */
  shopPort?: number | undefined;
  /** Services behind the gateway. */
  names: readonly string[];
  /** Address of a service's database in the embedded PostgreSQL, if there is one. */
  databaseUrl(name: string): string | undefined;
}

const loopback = '127.0.0.1';
const usualMailPort = 2_525;
/** Servers that may run on this machine. */
const serverVariables = /^(DATABASE_URL_\w+|NATS_URL|REDIS_URL|S3_ENDPOINT|CLAMD_ADDRESS|SMTP_URL)$/;

/** The environment of each part of the mesh: what the caller set wins, the embedded defaults fill the rest. */
export async function environments(
  env: Environment,
  { config, dataFolder, shopPort, names, databaseUrl }: Surroundings,
) {
  const [free = 0, gatewayOps = 0, freeMail = 0, ...ports] = await reservePorts(3 + names.length * 3);
  const mailPort = Number(env.MAIL_SMTP_PORT || ((await isFree(config, usualMailPort)) ? usualMailPort : freeMail));
  const gatewayPort = config.PORT || free;
  const own = new Map(
    names.map((name, place) => {
      const [http, grpc, ops] = ports.slice(place * 3, place * 3 + 3);
      return [name, { http, grpc, ops }];
    }),
  );
  const url = `http://localhost:${gatewayPort}`;
  const databases = Object.fromEntries(names.map((name) => [`DATABASE_URL_${name.toUpperCase()}`, databaseUrl(name)]));
  const addresses = Object.fromEntries(
    [...own].flatMap(([name, { http, grpc }]) => [
      [`${name.toUpperCase()}_URL`, `http://${loopback}:${http}`],
      [`${name.toUpperCase()}_GRPC`, `${loopback}:${grpc}`],
    ]),
  );
  const denied = [
    ...(env.OUTBOUND_DENY_PORTS?.split(',') ?? []),
    ...[gatewayPort, gatewayOps, mailPort, ...ports].map(String),
    ...portsOfServers({ ...databases, ...env }),
  ];
  const shared: Environment = {
    ...(await embeddedKeys(dataFolder)),
    PUBLIC_URL: url,
    // Links of mails lead to where people open the console.
    DASHBOARD_URL: env.PUBLIC_URL || url,
    AUTH_LIMIT_FACTOR: '50',
    // All services share one process.
    UPSTREAM_CALLS_AT_ONCE: '16',
    REQUIRE_VERIFIED_EMAIL: 'false',
    // No other replica could take the calls over.
    DRAIN_LINGER: '0ms',
    SOCKET_DRAIN: '0ms',
    // Of the mailbox of the demo.
    MAIL_DOMAINS: demoMailDomain,
    ...addresses,
    ...env,
    PARLEY_DATA: dataFolder,
    PARLEY_HOST: loopback,
    MAIL_SMTP_PORT: String(mailPort),
    // OUTBOUND_ALLOW of this machine does not include the mesh itself: most of its ports ask for no credentials.
    OUTBOUND_DENY_PORTS: [...new Set(denied)].join(','),
  };

  const built = await builtPages();

  return {
    /** Where mail is taken by SMTP. */
    mailPort,
    of(name: string): Environment {
      if (name === 'gateway') {
        const places = { PARLEY_HOST: config.PARLEY_HOST, OPS_HOST: loopback };
        return { ...built, ...shared, ...places, PORT: String(gatewayPort), OPS_PORT: String(gatewayOps) };
      }
      const { http, grpc, ops } = own.get(name) ?? {};
      const variable = `DATABASE_URL_${name.toUpperCase()}`;
      return {
        ...shared,
        [variable]: env[variable] ?? databases[variable],
        // That one port alone, and for webhooks alone.
        ...(name === 'webhooks' && shopPort !== undefined && { OUTBOUND_ALLOW: allowing(env, shopPort) }),
        HTTP_PORT: String(http),
        GRPC_PORT: String(grpc),
        OPS_PORT: String(ops),
      };
    },
  };
}

function allowing({ OUTBOUND_ALLOW }: Environment, port: number): string {
  return [...(OUTBOUND_ALLOW ? [OUTBOUND_ALLOW] : []), `${loopback}:${port}`].join(',');
}

/** A mesh that asks for no port of its own runs beside others. */
function isFree({ PORT }: Pick<Config, 'PORT'>, port: number): Promise<boolean> | false {
  if (PORT === 0) return false;
  return tryPort(port, loopback).then(
    () => true,
    () => false,
  );
}

/** What `npm start` has built. */
async function builtPages(): Promise<Environment> {
  const built = await Promise.all(
    (['console', 'widget'] as const).map(async (app) => {
      const folder = fileURLToPath(new URL(`../../${app}/dist`, import.meta.url));
      const isThere = await access(folder).then(
        () => true,
        () => false,
      );
      return isThere ? { [`${app.toUpperCase()}_DIR`]: folder } : {};
    }),
  );
  return Object.assign({}, ...built);
}

function portsOfServers(env: Environment): string[] {
  const values = Object.entries(env).flatMap(([name, value]) => (value && serverVariables.test(name) ? [value] : []));
  return values.flatMap((value) => /:(\d{1,5})(?:\/|$)/.exec(value)?.[1] ?? []);
}
