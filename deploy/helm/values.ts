import { stringify } from 'yaml';

import { everyone, imageNames } from '../k8s/mesh.ts';
import type { Place } from '../k8s/places.ts';
import { backupStore, databaseHost, host } from '../k8s/places.ts';
import type { ReleasedImages } from '../k8s/render.ts';

const services = Object.fromEntries(
  everyone.map(({ name, replicas, requests, memoryLimit }) => [name, { replicas, ...requests, memoryLimit }]),
);

/** The file of values with its explanations. */
export function valuesText({ registry, digests }: ReleasedImages): string {
  return `# Values of the chart; each is explained in docs/operations/install.md, and checked against values.schema.json.

# Before the names of the images, and which they are: by digest, or where there is none by tag (default: the version of the chart).
registry: ${JSON.stringify(registry)}
tag: ""
${stringify({ digests })}
# Environment of all services: docs/operations/configuration.md. PUBLIC_URL, DASHBOARD_URL, MAIL_FROM and S3_ENDPOINT differ everywhere.
settings:
  NODE_ENV: production

# operator: CloudNativePG makes a cluster of three. own: one that is there already, at \`host\`. trial: one pod with published passwords, and an S3 server.
postgres:
  by: operator
  host: ""
  # Where the operator puts back-ups, in S3.
  backups:
    endpoint: ${backupStore.endpoint}
    path: ${backupStore.path}

# cluster: three nodes. single: one. own: settings.NATS_URL says where.
nats:
  by: cluster

# single: comes along. own: settings.REDIS_URL says where.
redis:
  by: single

# job: a Job for each database and release, for which new replicas wait. start: each service migrates when it starts.
migrations:
  by: job

# ingress (any controller, in the namespace "ingress"), ingress-nginx, traefik, gateway-api (Gateway "public" in the namespace "gateway"),
# port-forward (open within the cluster), none.
entrance:
  by: ingress
  host: ${host}

# Autoscalers, disruption budgets, and replicas spread over zones and nodes.
autoscaling:
  enabled: true
# A PriorityClass for the services.
priority:
  enabled: false
# IPv4 and IPv6.
dualStack:
  enabled: false
# mTLS between services, by cert-manager.
mutualTls:
  enabled: false
# Secrets by the External Secrets operator, from a SecretStore "parley".
externalSecrets:
  enabled: false
# ServiceMonitors and alerts for the operator of Prometheus, dashboards for Grafana.
monitoring:
  enabled: false
# One run of the program that moves projects (docs/guides/migrating.md): a Job of this name, and the volume that it reads and writes.
transfer:
  enabled: false
  name: transfer
  args: [--help]
  size: 50Gi
# Makes the namespace, with the label of PodSecurity \`restricted\`; otherwise \`helm install --create-namespace\`, or your own.
namespace:
  create: false

# What the autoscaler may choose, and what a replica is given: docs/operations/install.md, Capacity.
${stringify({ services })}`;
}

const text = { type: 'string' };
const oneOf = (...ways: string[]) => ({ enum: ways });
const object = (properties: Record<string, object>, required: readonly string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
});
const enabled = object({ enabled: { type: 'boolean' } }, ['enabled']);
const count = { type: 'integer', minimum: 1 };
const quantity = { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?(m|k|Ki|M|Mi|G|Gi)?$' };

/** What Helm refuses to install. */
export const valuesSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...object(
    {
      // What Helm itself puts there for charts within charts.
      global: { type: 'object' },
      registry: { type: 'string', minLength: 1 },
      tag: text,
      digests: {
        type: 'object',
        propertyNames: { enum: imageNames },
        additionalProperties: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
      },
      settings: { type: 'object', propertyNames: { pattern: '^[A-Z][A-Z0-9_]*$' }, additionalProperties: text },
      postgres: object({
        by: oneOf('operator', 'own', 'trial'),
        host: text,
        backups: object({
          endpoint: { type: 'string', pattern: '^https?://' },
          path: { type: 'string', pattern: '^s3://' },
        }),
      }),
      nats: object({ by: oneOf('cluster', 'single', 'own') }),
      redis: object({ by: oneOf('single', 'own') }),
      migrations: object({ by: oneOf('job', 'start') }),
      entrance: object({
        by: oneOf('ingress', 'ingress-nginx', 'traefik', 'gateway-api', 'port-forward', 'none'),
        host: { type: 'string', pattern: '^[a-z0-9.-]+$' },
      }),
      ...Object.fromEntries(
        ['autoscaling', 'priority', 'dualStack', 'mutualTls', 'externalSecrets', 'monitoring'].map((part) => [
          part,
          enabled,
        ]),
      ),
      transfer: object({
        enabled: { type: 'boolean' },
        name: { type: 'string', pattern: '^[a-z0-9-]{1,50}$' },
        args: { type: 'array', items: text, minItems: 1 },
        size: quantity,
      }),
      namespace: object({ create: { type: 'boolean' } }),
      services: object(
        Object.fromEntries(
          everyone.map(({ name }) => [
            name,
            object({
              replicas: object({ min: count, max: count }),
              cpu: quantity,
              memory: quantity,
              memoryLimit: quantity,
            }),
          ]),
        ),
      ),
    },
    ['registry', 'settings', 'postgres', 'nats', 'redis', 'migrations', 'entrance', 'services'],
  ),
};

/** The values that make of the chart what kustomize makes of a place. */
export function valuesOf({ components, settings, tag }: Place) {
  const names = components.map(({ name }) => name);
  const has = (name: string) => names.includes(name);
  const first = (...ways: (readonly [component: string, way: string])[]) => ways.find(([name]) => has(name))?.[1];
  return {
    tag,
    settings,
    namespace: { create: true },
    postgres: {
      by: first(['operated-postgres', 'operator'], ['local-servers', 'trial'], ['own-postgres', 'own']),
      host: databaseHost,
    },
    nats: { by: first(['nats-cluster', 'cluster'], ['nats', 'single'], ['own-nats', 'own']) },
    redis: { by: first(['redis', 'single'], ['own-redis', 'own']) },
    migrations: { by: has('migrations') ? 'job' : 'start' },
    entrance: {
      by:
        names.toReversed().find((name) => ['ingress-nginx', 'traefik', 'ingress', 'gateway-api'].includes(name)) ??
        'port-forward',
    },
    autoscaling: { enabled: has('growth') },
    priority: { enabled: has('priority') },
    dualStack: { enabled: has('dual-stack') },
    mutualTls: { enabled: has('mutual-tls') },
    externalSecrets: { enabled: has('external-secrets') },
    transfer: { enabled: has('transfer') },
  };
}
