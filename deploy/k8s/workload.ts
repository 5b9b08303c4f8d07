import { ports, type ServicePlan } from './mesh.ts';
import type { Place } from './places.ts';
import { migrating, ourProcesses, type Resource, selectorOf } from './resource.ts';

/** On one machine each service migrates when it starts; in production a Job does, and new replicas wait for it. */
const migratesApart = ({ stores }: ServicePlan, { grows }: Place) => stores && grows;

/** Everything of one service: its processes, its names in the cluster, how it grows and how it is disturbed. */
export function workloadOf(plan: ServicePlan, place: Place): Resource[] {
  return [
    deployment(plan, place),
    httpService(plan),
    ...(plan.name === 'gateway' ? [] : [grpcService(plan)]),
    ...(place.grows ? [autoscaler(plan), disruptionBudget(plan.name)] : []),
    ...(migratesApart(plan, place) ? [migration(plan, place)] : []),
  ];
}

function deployment(plan: ServicePlan, place: Place): Resource {
  const { name, replicas } = plan;
  const labels = { ...selectorOf(name), ...ourProcesses };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels },
    spec: {
      // Where it grows, the autoscaler decides: a number here would undo its decision at every rollout.
      ...(place.grows ? {} : { replicas: 1 }),
      revisionHistoryLimit: 5,
      minReadySeconds: 5,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      selector: { matchLabels: selectorOf(name) },
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          // Gone from the endpoints (5 s), running calls finished (DRAIN_TIMEOUT 25 s), those to addresses of customers, too
          // (up to 20 s), connections closed.
          terminationGracePeriodSeconds: 60,
          securityContext: podSecurity,
          ...(place.grows && replicas.min > 1 ? { topologySpreadConstraints: spread(name) } : {}),
          ...(migratesApart(plan, place) ? { initContainers: [step('await-migrations', plan, place)] } : {}),
          containers: [container(plan, place)],
          volumes: [
            { name: 'tmp', emptyDir: { sizeLimit: '256Mi' } },
            ...(plan.scratch ? [{ name: 'data', emptyDir: { sizeLimit: plan.scratch } }] : []),
          ],
        },
      },
    },
  };
}

const podSecurity = { runAsNonRoot: true, fsGroup: 10001, seccompProfile: { type: 'RuntimeDefault' } };

const securityContext = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  runAsUser: 10001,
  runAsGroup: 10001,
  capabilities: { drop: ['ALL'] },
};

/**
 * One for each release, by its name: a Job cannot be changed. Its migrations only add, so that the replicas of the release before
 * go on meanwhile; if it fails, they simply stay.
 */
function migration(plan: ServicePlan, place: Place): Resource {
  const labels = { 'app.kubernetes.io/name': `${plan.name}-migration`, ...migrating };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: `${plan.name}-migration-${place.tag.replaceAll('.', '-')}`, labels },
    spec: {
      backoffLimit: 4,
      ttlSecondsAfterFinished: 604_800,
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          restartPolicy: 'Never',
          securityContext: podSecurity,
          initContainers: [step('await-database', plan, place)],
          containers: [step('migrate', plan, place)],
          volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }],
        },
      },
    },
  };
}

/** The service's own image, for something that ends; see packages/service-kit/src/rollout.ts. */
function step(word: 'await-database' | 'migrate' | 'await-migrations', plan: ServicePlan, place: Place) {
  const { memory } = plan.requests;
  return {
    name: word,
    image: imageOf(plan, place),
    imagePullPolicy: 'IfNotPresent',
    args: ['main.ts', word],
    env: databaseAddress(plan.name, place),
    resources: { requests: { cpu: '50m', memory }, limits: { memory: plan.memoryLimit } },
    securityContext,
    volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
  };
}

const imageOf = ({ name }: ServicePlan, { tag }: Place) => `parley/${name}:${tag}`;

function container(plan: ServicePlan, place: Place) {
  const { name, requests, memoryLimit, scratch } = plan;
  return {
    name,
    image: imageOf(plan, place),
    imagePullPolicy: 'IfNotPresent',
    envFrom: [{ configMapRef: { name: 'parley' } }],
    env: environment(plan, place),
    ports: Object.entries(portsOf(name)).map(([port, containerPort]) => ({ name: port, containerPort })),
    // A process that waits for its database or migrates it is alive, and not ready.
    livenessProbe: {
      httpGet: { path: '/healthz', port: 'ops' },
      periodSeconds: 10,
      timeoutSeconds: 3,
      failureThreshold: 6,
    },
    readinessProbe: { httpGet: readyAt(plan), periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 3 },
    lifecycle: { preStop: { sleep: { seconds: 5 } } },
    resources: {
      requests: place.grows ? requests : { cpu: '50m', memory: requests.memory },
      limits: { memory: memoryLimit },
    },
    securityContext,
    volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }, ...(scratch ? [{ name: 'data', mountPath: '/data' }] : [])],
  };
}

/**
 * A service is of no use without its database. A gateway is without any one service: its `/readyz` names the missing one, but
 * it answers for all the others, and 503 for that one. It takes calls as soon as its door is open.
 */
function readyAt({ name }: ServicePlan) {
  return name === 'gateway' ? { path: '/healthz', port: 'http' } : { path: '/readyz', port: 'ops' };
}

function environment({ name, stores, secrets, env = {} }: ServicePlan, place: Place) {
  return [
    ...Object.entries(secrets).map(([variable, { secret, key, optional }]) => ({
      name: variable,
      valueFrom: { secretKeyRef: { name: secret, key, ...(optional && { optional }) } },
    })),
    ...(stores ? databaseAddress(name, place) : []),
    ...Object.entries(env).map(([variable, value]) => ({ name: variable, value })),
  ];
}

/** The operator keeps name and password in a Secret; Kubernetes puts them into the address. */
function databaseAddress(name: string, { databaseHost }: Place) {
  const fromSecret = (key: string) => ({ valueFrom: { secretKeyRef: { name: `parley-database-${name}`, key } } });
  return [
    { name: 'DATABASE_USER', ...fromSecret('username') },
    { name: 'DATABASE_PASSWORD', ...fromSecret('password') },
    {
      name: `DATABASE_URL_${name.toUpperCase()}`,
      value: `postgres://$(DATABASE_USER):$(DATABASE_PASSWORD)@${databaseHost}:5432/parley_${name}`,
    },
  ];
}

const portsOf = (name: string) =>
  name === 'gateway' ? { http: ports.http, ops: ports.ops } : { http: ports.http, grpc: ports.grpc, ops: ports.ops };

/** Zones first, then nodes; an installation with one of either still runs. */
function spread(name: string) {
  return ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].map((topologyKey) => ({
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: selectorOf(name) },
  }));
}

function httpService({ name }: ServicePlan): Resource {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels: { ...selectorOf(name), ...ourProcesses } },
    spec: {
      selector: selectorOf(name),
      ports: [
        { name: 'http', port: ports.http, targetPort: 'http' },
        { name: 'ops', port: ports.ops, targetPort: 'ops' },
      ],
    },
  };
}

/** Without an address of its own: callers know every replica and spread their calls, which one long HTTP/2 connection would not. */
function grpcService({ name }: ServicePlan): Resource {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: `${name}-grpc`, labels: selectorOf(name) },
    spec: {
      clusterIP: 'None',
      selector: selectorOf(name),
      ports: [{ name: 'grpc', port: ports.grpc, targetPort: 'grpc' }],
    },
  };
}

function autoscaler({ name, replicas, signal }: ServicePlan): Resource {
  const own = {
    type: 'Pods',
    pods: { metric: { name: signal.metric }, target: { type: 'AverageValue', averageValue: signal.target } },
  };
  const processor = {
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 75 } },
  };
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name, labels: selectorOf(name) },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      minReplicas: replicas.min,
      maxReplicas: replicas.max,
      metrics: [own, processor],
      behavior: {
        scaleDown: { stabilizationWindowSeconds: 300, policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] },
      },
    },
  };
}

export function disruptionBudget(name: string): Resource {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name, labels: selectorOf(name) },
    // Who is not ready anyway holds up no drain of a node.
    spec: {
      maxUnavailable: 1,
      unhealthyPodEvictionPolicy: 'AlwaysAllow',
      selector: { matchLabels: selectorOf(name) },
    },
  };
}
