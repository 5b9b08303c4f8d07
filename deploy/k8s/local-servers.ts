import { databaseAt, policy, tcp } from './policy.ts';
import { type Component, ourProcesses, type Resource, selectorOf } from './resource.ts';
import { localSecrets } from './secrets.ts';
import { stateful } from './stateful.ts';

/**
 * PostgreSQL and an S3 server for a trial on one machine, with published accounts.
 * @param example deploy/local.env
 */
export function localServers(example: Record<string, string | undefined>): Component {
  const objects = { matchLabels: selectorOf('s3') };
  const services = { podSelector: { matchLabels: ourProcesses } };
  return {
    name: 'local-servers',
    adds: {
      postgres: [...postgres(), ...databaseAt('postgres', { matchLabels: selectorOf('postgres') })],
      s3: [...s3(), policy('s3', objects, { ingress: [{ from: [services], ports: [tcp(9000)] }] })],
      secrets: localSecrets(example),
    },
    // Not the outside: files are here.
    changes: [
      {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'NetworkPolicy',
        metadata: { name: 'objects' },
        spec: { egress: [{ to: [{ podSelector: objects }], ports: [tcp(9000)] }] },
      },
    ],
  };
}

function postgres(): Resource[] {
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

function s3(): Resource[] {
  const fromSecret = (name: string, key: string) => ({
    name,
    valueFrom: { secretKeyRef: { name: 'parley-objects', key } },
  });
  return stateful({
    name: 's3',
    image: 'versity/versitygw:v1.8.0',
    ports: { objects: 9000 },
    args: ['--port', ':9000', '--health', '/health', '--quiet', 'posix', '/data'],
    env: [fromSecret('ROOT_ACCESS_KEY', 'S3_ACCESS_KEY'), fromSecret('ROOT_SECRET_KEY', 'S3_SECRET_KEY')],
    ready: { httpGet: { path: '/health', port: 'objects' } },
    keeps: { at: '/data', size: '5Gi' },
    memory: '512Mi',
  });
}
