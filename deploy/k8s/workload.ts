import { ports, type ServicePlan } from './mesh.ts';
import { imageOf, ourProcesses, type Resource, selectorOf, serviceAccount, usesPostgres } from './resource.ts';

/**
 * A replica that is to end is no longer found, and goes on for so long: others ask for the replicas of a service every 5 s at most, and would
 * know of none if the only one that they know of ended at once.
 */
export const preStopSeconds = 5;

/** What every service has everywhere: its processes and its names in the cluster. */
export function workloadOf(plan: ServicePlan): Resource[] {
  return [
    serviceAccount(plan.name),
    deployment(plan),
    httpService(plan),
    ...(plan.name === 'gateway' ? [] : [grpcService(plan)]),
  ];
}

function deployment(plan: ServicePlan): Resource {
  const { name, stores, scratch } = plan;
  const labels = { ...selectorOf(name), ...ourProcesses };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels },
    // One replica, or as many as an autoscaler says: a number here would undo its decision at every rollout.
    spec: {
      revisionHistoryLimit: 5,
      minReadySeconds: 5,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      selector: { matchLabels: selectorOf(name) },
      template: {
        metadata: { labels: { ...labels, ...(stores ? usesPostgres : {}) } },
        spec: {
          serviceAccountName: name,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          // Gone from the endpoints (5 s), kept connections asked to close (DRAIN_LINGER, 10 s for the gateway), running calls finished
          // (DRAIN_TIMEOUT, 25 s), those to addresses of customers, too (up to 20 s). Sockets go meanwhile (SOCKET_DRAIN, 30 s).
          terminationGracePeriodSeconds: 60,
          securityContext: podSecurity,
          containers: [container(plan)],
          volumes: [
            { name: 'tmp', emptyDir: { sizeLimit: '256Mi' } },
            ...(scratch ? [{ name: 'data', emptyDir: { sizeLimit: scratch } }] : []),
          ],
        },
      },
    },
  };
}

export const podSecurity = { runAsNonRoot: true, fsGroup: 10001, seccompProfile: { type: 'RuntimeDefault' } };

export const securityContext = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  runAsUser: 10001,
  runAsGroup: 10001,
  capabilities: { drop: ['ALL'] },
};

function container(plan: ServicePlan) {
  const { name, requests, memoryLimit, scratch } = plan;
  return {
    name,
    image: imageOf(name),
    imagePullPolicy: 'IfNotPresent',
    envFrom: [{ configMapRef: { name: 'parley' } }],
    env: environment(plan),
    ports: Object.entries(portsOf(name)).map(([port, containerPort]) => ({ name: port, containerPort })),
    // Two minutes to load on a crowded node; the liveness probe begins after the first answer.
    startupProbe: { httpGet: alive, periodSeconds: 2, timeoutSeconds: 3, failureThreshold: 60 },
    // A process that waits for its database or migrates it is alive, and not ready.
    livenessProbe: { httpGet: alive, periodSeconds: 10, timeoutSeconds: 3, failureThreshold: 6 },
    readinessProbe: { httpGet: readyAt(plan), periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 3 },
    lifecycle: { preStop: { sleep: { seconds: preStopSeconds } } },
    // Enough of a processor to start on any machine; how much of one a busy replica takes stands with what makes it grow.
    resources: { requests: { cpu: '50m', memory: requests.memory }, limits: { memory: memoryLimit } },
    securityContext,
    volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }, ...(scratch ? [{ name: 'data', mountPath: '/data' }] : [])],
  };
}

const alive = { path: '/healthz', port: 'ops' };

/**
 * A service is of no use without its database. A gateway is without any one service: its `/readyz` names the missing one, but
 * it answers for all the others, and 503 for that one. It takes calls as soon as its door is open.
 */
function readyAt({ name }: ServicePlan) {
  return name === 'gateway' ? { path: '/healthz', port: 'http' } : { path: '/readyz', port: 'ops' };
}

function environment({ name, stores, secrets, env = {} }: ServicePlan) {
  return [
    ...Object.entries(secrets).map(([variable, { secret, key, optional }]) => ({
      name: variable,
      valueFrom: { secretKeyRef: { name: secret, key, ...(optional && { optional }) } },
    })),
    ...(stores ? databaseAddress(name) : []),
    ...Object.entries(env).map(([variable, value]) => ({ name: variable, value })),
  ];
}

/** Who brings PostgreSQL says where it is, and keeps name and password in a Secret; Kubernetes puts them into the address. */
export function databaseAddress(name: string) {
  const fromSecret = (key: string) => ({ valueFrom: { secretKeyRef: { name: `parley-database-${name}`, key } } });
  return [
    { name: 'DATABASE_HOST', valueFrom: { configMapKeyRef: { name: 'parley-database', key: 'host' } } },
    { name: 'DATABASE_USER', ...fromSecret('username') },
    { name: 'DATABASE_PASSWORD', ...fromSecret('password') },
    {
      name: `DATABASE_URL_${name.toUpperCase()}`,
      value: `postgres://$(DATABASE_USER):$(DATABASE_PASSWORD)@$(DATABASE_HOST):5432/parley_${name}`,
    },
  ];
}

const portsOf = (name: string) =>
  name === 'gateway' ? { http: ports.http, ops: ports.ops } : { http: ports.http, grpc: ports.grpc, ops: ports.ops };

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
