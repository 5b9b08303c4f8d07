import { everyone, ports, services } from './mesh.ts';
import type { Resource } from './resource.ts';

/** What differs between a trial on one machine and an installation that customers use. */
export interface Place {
  name: 'local' | 'production';
  /** Of our images. */
  tag: string;
  /** Replicas, autoscalers, disruption budgets, spread over zones. */
  grows: boolean;
  databaseHost: string;
  natsNodes: number;
  settings: Record<string, string>;
}

/** @param version of this repository: the images of a production are never `latest` */
export function placesOf(version: string): readonly Place[] {
  return [
    {
      name: 'local',
      tag: 'latest',
      grows: false,
      databaseHost: 'postgres',
      natsNodes: 1,
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
      tag: version,
      grows: true,
      databaseHost: 'parley-postgres-rw',
      natsNodes: 3,
      settings: {
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://parley.example.com',
        DASHBOARD_URL: 'https://dashboard.example.com',
        REQUIRE_TLS: 'true',
        // The network policy lets in nobody but the ingress controller, wherever it runs in the cluster's range.
        TRUSTED_PROXIES: '10.0.0.0/8',
        MAIL_FROM: 'Parley <no-reply@parley.example.com>',
        S3_ENDPOINT: 'https://s3.example.com',
      },
    },
  ];
}

/** What all services read; each takes what it knows. */
export function settings({ settings: own, natsNodes }: Place): Resource {
  const addresses = Object.fromEntries(
    services.flatMap(({ name }) => [
      [`${name.toUpperCase()}_URL`, `http://${name}:${ports.http}`],
      [`${name.toUpperCase()}_GRPC`, `${name}-grpc:${ports.grpc}`],
    ]),
  );
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'parley' },
    data: {
      ...addresses,
      NATS_URL: 'nats://nats:4222',
      NATS_REPLICAS: String(natsNodes),
      REDIS_URL: 'redis://redis:6379',
      S3_BUCKET: 'parley-media',
      ...own,
    },
  };
}

/** The most connections that PostgreSQL is asked for, when everything has grown and one replica of each is being replaced. */
export const connectionsAtMost = everyone.reduce(
  (sum, { connections, replicas }) => sum + connections * (replicas.max + 1),
  0,
);
