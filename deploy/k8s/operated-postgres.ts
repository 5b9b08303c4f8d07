import { everyone, storing } from './mesh.ts';
import { databaseAt, namespace, tcp } from './policy.ts';
import type { Component, Resource } from './resource.ts';

const name = 'parley-postgres';
const pods = { matchLabels: { 'cnpg.io/cluster': name } };
const backup = { name: 'barman-cloud.cloudnative-pg.io', parameters: { barmanObjectName: 'parley-backups' } };

/** The most connections that are asked for, when everything has grown and one replica of each is being replaced. */
const connectionsAtMost = everyone.reduce(
  (sum, { connections, replicas }) => sum + connections * (replicas.max + 1),
  0,
);

/** Where back-ups go, in S3. */
export interface BackupStore {
  endpoint: string;
  /** `s3://bucket/path`. */
  path: string;
}

/** PostgreSQL by CloudNativePG (https://cloudnative-pg.io), backed up by its Barman Cloud plugin. */
export const operatedPostgres = (store: BackupStore): Component => ({
  name: 'operated-postgres',
  adds: {
    cluster: [cluster(), ...storing.map((plan) => database(plan.name))],
    backups: backups(store),
    // The operator speaks to its instances, they to each other, to the API server and to the store of back-ups.
    network: databaseAt(`${name}-rw`, pods, {
      ingress: [
        {
          from: [{ namespaceSelector: namespace('cnpg-system') }, { podSelector: pods }],
          ports: [tcp(8000), tcp(5432)],
        },
        { from: [{ namespaceSelector: namespace('monitoring') }], ports: [tcp(9187)] },
      ],
      egress: [{ to: [{ podSelector: pods }], ports: [tcp(5432), tcp(8000)] }, { ports: [tcp(443), tcp(6443)] }],
    }),
  },
});

function cluster(): Resource {
  return {
    apiVersion: 'postgresql.cnpg.io/v1',
    kind: 'Cluster',
    metadata: { name },
    spec: {
      instances: 3,
      imageName: 'ghcr.io/cloudnative-pg/postgresql:17',
      // What the primary has confirmed, one other has, too.
      postgresql: {
        parameters: {
          max_connections: String(Math.ceil((connectionsAtMost + 50) / 100) * 100),
          shared_buffers: '2GB',
        },
        synchronous: { method: 'any', number: 1 },
      },
      managed: {
        roles: storing.map((plan) => ({
          name: `parley_${plan.name}`,
          login: true,
          passwordSecret: { name: `parley-database-${plan.name}` },
        })),
      },
      storage: { size: '100Gi' },
      walStorage: { size: '20Gi' },
      resources: { requests: { cpu: '2', memory: '8Gi' }, limits: { memory: '8Gi' } },
      affinity: { topologyKey: 'topology.kubernetes.io/zone' },
      plugins: [{ ...backup, isWALArchiver: true }],
    },
  };
}

function database(service: string): Resource {
  return {
    apiVersion: 'postgresql.cnpg.io/v1',
    kind: 'Database',
    metadata: { name: `parley-${service}` },
    // A manifest that is deleted by mistake deletes no data.
    spec: {
      cluster: { name },
      name: `parley_${service}`,
      owner: `parley_${service}`,
      databaseReclaimPolicy: 'retain',
    },
  };
}

function backups({ endpoint, path }: BackupStore): Resource[] {
  const fromSecret = (key: string) => ({ name: 'parley-backups', key });
  return [
    {
      apiVersion: 'barmancloud.cnpg.io/v1',
      kind: 'ObjectStore',
      metadata: { name: 'parley-backups' },
      spec: {
        retentionPolicy: '30d',
        configuration: {
          destinationPath: path,
          endpointURL: endpoint,
          s3Credentials: { accessKeyId: fromSecret('S3_ACCESS_KEY'), secretAccessKey: fromSecret('S3_SECRET_KEY') },
          wal: { compression: 'gzip' },
        },
      },
    },
    {
      apiVersion: 'postgresql.cnpg.io/v1',
      kind: 'ScheduledBackup',
      metadata: { name },
      // With seconds: every night at two.
      spec: {
        schedule: '0 0 2 * * *',
        backupOwnerReference: 'self',
        cluster: { name },
        method: 'plugin',
        pluginConfiguration: { name: backup.name },
      },
    },
  ];
}
