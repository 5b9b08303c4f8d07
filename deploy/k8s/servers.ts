import { storing } from './mesh.ts';
import { connectionsAtMost, type Place } from './places.ts';
import { type Resource, selectorOf } from './resource.ts';
import { disruptionBudget } from './workload.ts';

interface ServerPlan {
  name: string;
  image: string;
  replicas?: number;
  ports: Record<string, number>;
  args?: readonly string[];
  env?: readonly object[];
  ready: object;
  /** Where its volume is mounted; without one it forgets. */
  keeps?: { at: string; size: string };
  /** A ConfigMap that is mounted: its name → where. */
  config?: { name: string; at: string };
  memory: string;
}

/** NATS and Redis, everywhere; PostgreSQL by its operator in production, by hand on one machine, as MinIO. */
export function servers(place: Place): Resource[] {
  return [
    ...nats(place),
    ...stateful({
      name: 'redis',
      image: 'redis:7',
      ports: { redis: 6379 },
      args: ['--save', '', '--appendonly', 'no', '--maxmemory', '200mb', '--maxmemory-policy', 'volatile-ttl'],
      ready: { tcpSocket: { port: 'redis' } },
      memory: '256Mi',
    }),
    ...(place.name === 'local' ? [...localPostgres(), ...localObjects()] : []),
  ];
}

/**
 * JetStream, on three nodes in production: the services make the stream and its consumers themselves, with NATS_REPLICAS copies. An
 * operator of streams (nack) would be a second writer of the same settings.
 */
function nats({ natsNodes }: Place): Resource[] {
  const others = Array.from({ length: natsNodes }, (_, node) => `nats://nats-${node}.nats-nodes:6222`);
  const cluster = `cluster {\n  name: parley\n  listen: 0.0.0.0:6222\n  routes: [${others.join(', ')}]\n}\n`;
  const text = `server_name: $SERVER_NAME\nlisten: 0.0.0.0:4222\nhttp: 8222\njetstream {\n  store_dir: /data\n  max_file_store: 9Gi\n}\n`;
  const config: Resource = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'nats', labels: selectorOf('nats') },
    data: { 'nats.conf': natsNodes > 1 ? text + cluster : text },
  };
  return [
    config,
    ...stateful({
      name: 'nats',
      image: 'nats:2.10-alpine',
      replicas: natsNodes,
      ports: { client: 4222, ...(natsNodes > 1 && { routes: 6222 }), monitor: 8222 },
      args: ['--config', '/etc/nats/nats.conf'],
      env: [{ name: 'SERVER_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
      ready: { httpGet: { path: '/healthz', port: 'monitor' } },
      keeps: { at: '/data', size: '10Gi' },
      config: { name: 'nats', at: '/etc/nats' },
      memory: '512Mi',
    }),
    ...(natsNodes > 1 ? [disruptionBudget('nats')] : []),
  ];
}

function localPostgres(): Resource[] {
  const password = {
    name: 'POSTGRES_PASSWORD',
    valueFrom: { secretKeyRef: { name: 'parley-postgres', key: 'password' } },
  };
  return stateful({
    name: 'postgres',
    image: 'postgres:17',
    ports: { postgres: 5432 },
    args: ['-c', 'max_connections=300'],
    env: [{ name: 'POSTGRES_USER', value: 'parley' }, password, { name: 'PGDATA', value: '/data/postgres' }],
    ready: { exec: { command: ['pg_isready', '--username', 'parley'] } },
    keeps: { at: '/data', size: '5Gi' },
    memory: '512Mi',
  });
}

function localObjects(): Resource[] {
  const fromSecret = (name: string, key: string) => ({
    name,
    valueFrom: { secretKeyRef: { name: 'parley-objects', key } },
  });
  return stateful({
    name: 'minio',
    image: 'minio/minio:RELEASE.2025-09-07T16-13-09Z',
    ports: { objects: 9000 },
    args: ['server', '/data'],
    env: [fromSecret('MINIO_ROOT_USER', 'S3_ACCESS_KEY'), fromSecret('MINIO_ROOT_PASSWORD', 'S3_SECRET_KEY')],
    ready: { httpGet: { path: '/minio/health/ready', port: 'objects' } },
    keeps: { at: '/data', size: '5Gi' },
    memory: '512Mi',
  });
}

function stateful(plan: ServerPlan): Resource[] {
  const { name, replicas = 1, keeps, config } = plan;
  const labels = { ...selectorOf(name), 'app.kubernetes.io/component': 'server' };
  const nodes = `${name}-nodes`;
  const servicePorts = Object.entries(plan.ports).map(([port, number]) => ({
    name: port,
    port: number,
    targetPort: port,
  }));
  const service = (serviceName: string, spec: object): Resource => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: serviceName, labels },
    spec: { selector: selectorOf(name), ports: servicePorts, ...spec },
  });
  return [
    service(name, {}),
    // Nodes find each other before they are ready.
    service(nodes, { clusterIP: 'None', publishNotReadyAddresses: true }),
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name, labels },
      spec: {
        serviceName: nodes,
        replicas,
        podManagementPolicy: 'Parallel',
        selector: { matchLabels: selectorOf(name) },
        template: {
          metadata: { labels },
          spec: {
            automountServiceAccountToken: false,
            enableServiceLinks: false,
            terminationGracePeriodSeconds: 60,
            securityContext: {
              runAsNonRoot: true,
              runAsUser: 999,
              runAsGroup: 999,
              fsGroup: 999,
              seccompProfile: { type: 'RuntimeDefault' },
            },
            ...(replicas > 1 ? { affinity: apart(name) } : {}),
            containers: [serverContainer(plan)],
            ...(config ? { volumes: [{ name: 'config', configMap: { name: config.name } }] } : {}),
          },
        },
        ...(keeps ? { volumeClaimTemplates: [claim(keeps.size)] } : {}),
      },
    },
  ];
}

function serverContainer({ name, image, args, env, ports, ready, keeps, config, memory }: ServerPlan) {
  return {
    name,
    image,
    ...(args ? { args } : {}),
    ...(env ? { env } : {}),
    ports: Object.entries(ports).map(([port, containerPort]) => ({ name: port, containerPort })),
    readinessProbe: { ...ready, periodSeconds: 5, timeoutSeconds: 3 },
    resources: { requests: { cpu: '100m', memory }, limits: { memory } },
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    volumeMounts: [
      ...(keeps ? [{ name: 'data', mountPath: keeps.at }] : []),
      ...(config ? [{ name: 'config', mountPath: config.at, readOnly: true }] : []),
    ],
  };
}

/** Two copies on one machine are one copy. */
function apart(name: string) {
  const term = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: selectorOf(name) } };
  return { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
}

function claim(storage: string) {
  return { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } } };
}

/** PostgreSQL by CloudNativePG (https://cloudnative-pg.io), backed up by its Barman Cloud plugin. */
export function operatedPostgres(): Resource[] {
  const cluster = { name: 'parley-postgres' };
  const backup = { name: 'barman-cloud.cloudnative-pg.io', parameters: { barmanObjectName: 'parley-backups' } };
  const fromSecret = (key: string) => ({ name: 'parley-backups', key });
  return [
    {
      apiVersion: 'postgresql.cnpg.io/v1',
      kind: 'Cluster',
      metadata: { name: cluster.name },
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
          roles: storing.map(({ name }) => ({
            name: `parley_${name}`,
            login: true,
            passwordSecret: { name: `parley-database-${name}` },
          })),
        },
        storage: { size: '100Gi' },
        walStorage: { size: '20Gi' },
        resources: { requests: { cpu: '2', memory: '8Gi' }, limits: { memory: '8Gi' } },
        affinity: { topologyKey: 'topology.kubernetes.io/zone' },
        plugins: [{ ...backup, isWALArchiver: true }],
      },
    },
    ...storing.map(({ name }) => ({
      apiVersion: 'postgresql.cnpg.io/v1',
      kind: 'Database',
      metadata: { name: `parley-${name}` },
      // A manifest that is deleted by mistake deletes no data.
      spec: { cluster, name: `parley_${name}`, owner: `parley_${name}`, databaseReclaimPolicy: 'retain' },
    })),
    {
      apiVersion: 'barmancloud.cnpg.io/v1',
      kind: 'ObjectStore',
      metadata: { name: 'parley-backups' },
      spec: {
        retentionPolicy: '30d',
        configuration: {
          destinationPath: 's3://parley-backups/',
          endpointURL: 'https://s3.example.com',
          s3Credentials: { accessKeyId: fromSecret('S3_ACCESS_KEY'), secretAccessKey: fromSecret('S3_SECRET_KEY') },
          wal: { compression: 'gzip' },
        },
      },
    },
    {
      apiVersion: 'postgresql.cnpg.io/v1',
      kind: 'ScheduledBackup',
      metadata: { name: 'parley-postgres' },
      // With seconds: every night at two.
      spec: {
        schedule: '0 0 2 * * *',
        backupOwnerReference: 'self',
        cluster,
        method: 'plugin',
        pluginConfiguration: { name: backup.name },
      },
    },
  ];
}
