import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

import { growth } from './growth.ts';
import { forwardedPort, ingress } from './ingress.ts';
import { localServers } from './local-servers.ts';
import { migrations } from './migrations.ts';
import { natsCluster } from './nats.ts';
import { operatedPostgres } from './operated-postgres.ts';
import type { Component } from './resource.ts';

/** Where the mesh runs: a trial on one machine, or an installation that customers use. */
export interface Place {
  /** Its folder under deploy/k8s/overlays. */
  name: 'local' | 'production';
  /** What it has besides the base. */
  components: readonly Component[];
  /** Of our images. */
  tag: string;
  settings: Record<string, string>;
}

const host = 'parley.example.com';

/** The places, as this version of the repository makes them. */
export async function readPlaces(): Promise<readonly Place[]> {
  const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
  const { version } = JSON.parse(await read('../../package.json')) as { version: string };
  return [
    {
      name: 'local',
      components: [localServers(parseEnv(await read('../local.env'))), forwardedPort],
      tag: 'latest',
      settings: {
        NODE_ENV: 'development',
        PUBLIC_URL: 'http://localhost:3000',
        DASHBOARD_URL: 'http://localhost:3000',
        REQUIRE_VERIFIED_EMAIL: 'false',
        AUTH_LIMIT_FACTOR: '50',
        S3_ENDPOINT: 'http://minio:9000',
        S3_CREATE_BUCKET: 'true',
      },
    },
    {
      name: 'production',
      components: [growth, natsCluster, operatedPostgres, migrations(version), ingress(host)],
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
