import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

import { dualStack } from './dual-stack.ts';
import { secretsOfStore } from './external-secrets.ts';
import { growth } from './growth.ts';
import { forwardedPort, gatewayApi, ingress, ingressNginx, traefik } from './ingress.ts';
import { localServers } from './local-servers.ts';
import { migrations } from './migrations.ts';
import { mutualTls } from './mutual-tls.ts';
import { nats, natsCluster, ownNats } from './nats.ts';
import { operatedPostgres } from './operated-postgres.ts';
import { ownPostgres } from './policy.ts';
import { priority } from './priority.ts';
import { ownRedis, redis } from './redis.ts';
import type { Component } from './resource.ts';
import { transfer } from './transfer.ts';

/** Where the mesh runs: a trial on one machine, or an installation that customers use. */
export interface Place {
  /** Its folder under deploy/k8s/overlays, if it has one. */
  name: string;
  /** What it has besides the base. */
  components: readonly Component[];
  /** Of our images. */
  tag: string;
  settings: Record<string, string>;
  /** Default: `parley`. */
  namespace?: string;
}

export const host = 'parley.example.com';
export const backupStore = { endpoint: 'https://s3.example.com', path: 's3://parley-backups/' };
export const databaseHost = 'postgres.example.com';
const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

/** The version of this checkout. */
export async function readVersion(): Promise<string> {
  return (JSON.parse(await read('../../package.json')) as { version: string }).version;
}

/** The published accounts of a trial on one machine. */
export async function readLocalEnvironment(): Promise<Record<string, string | undefined>> {
  return parseEnv(await read('../local.env'));
}

/** The places that have an overlay. */
export async function readPlaces(version: string): Promise<readonly [local: Place, production: Place]> {
  return [
    {
      name: 'local',
      components: [nats, redis, localServers(await readLocalEnvironment()), forwardedPort],
      tag: 'latest',
      settings: {
        NODE_ENV: 'development',
        PUBLIC_URL: 'http://localhost:3000',
        DASHBOARD_URL: 'http://localhost:3000',
        REQUIRE_VERIFIED_EMAIL: 'false',
        AUTH_LIMIT_FACTOR: '50',
        S3_ENDPOINT: 'http://s3:9000',
        S3_CREATE_BUCKET: 'true',
      },
    },
    {
      name: 'production',
      components: [nats, redis, growth, natsCluster, operatedPostgres(backupStore), migrations(version), ingress(host)],
      // Never `latest`: what runs is what was tested.
      tag: version,
      settings: {
        NODE_ENV: 'production',
        PUBLIC_URL: `https://${host}`,
        DASHBOARD_URL: 'https://dashboard.example.com',
        REQUIRE_TLS: 'true',
        // The network policy lets in the ingress controller alone, wherever it runs in the cluster's range.
        TRUSTED_PROXIES: '10.0.0.0/8',
        MAIL_FROM: 'Parley <no-reply@parley.example.com>',
        S3_ENDPOINT: 'https://s3.example.com',
      },
    },
  ];
}

/** Other choices that an installation may make: each is checked as the places are, and brings the components that no place has. */
export async function readVariants(version: string): Promise<readonly Place[]> {
  const [, production] = await readPlaces(version);
  const settings = (own: Record<string, string>) => ({ ...production.settings, ...own });
  const database = ownPostgres(databaseHost);
  const others = [growth, migrations(version), ingress(host)];
  return [
    {
      ...production,
      name: 'own-postgres',
      components: [nats, redis, growth, natsCluster, database, migrations(version), ingress(host)],
    },
    {
      ...production,
      name: 'own-nats',
      components: [redis, ownNats, database, ...others, ingressNginx],
      settings: settings({ NATS_URL: 'nats://nats.example.com:4222', NATS_REPLICAS: '3' }),
    },
    {
      ...production,
      name: 'own-redis',
      components: [nats, ownRedis, database, ...others, traefik],
      settings: settings({ REDIS_URL: 'rediss://redis.example.com:6380' }),
    },
    {
      ...production,
      name: 'own-everything',
      components: [ownNats, ownRedis, database, ...others, secretsOfStore],
      settings: settings({
        NATS_URL: 'nats://nats.example.com:4222',
        REDIS_URL: 'rediss://redis.example.com:6380',
        S3_ENDPOINT: 'https://objects.example.com',
        S3_REGION: 'eu-central-1',
      }),
      namespace: 'support',
    },
    {
      ...production,
      name: 'gateway-api',
      components: [nats, redis, growth, natsCluster, database, migrations(version), gatewayApi(host), mutualTls],
    },
    {
      ...production,
      name: 'without-autoscaling',
      components: [nats, redis, database, ingress(host), priority, dualStack],
    },
    {
      ...production,
      name: 'moving-projects',
      components: [
        ...[nats, redis, database, ingress(host), mutualTls],
        transfer({ job: 'transfer', args: ['--help'], size: '50Gi' }),
      ],
    },
  ];
}
