import { type ServicePlan, storing } from './mesh.ts';
import { type Component, imageOf, migrating, type Resource, usesPostgres } from './resource.ts';
import { databaseAddress, podSecurity, securityContext } from './workload.ts';

/**
 * Without it each service migrates when it starts; with it a Job does, and new replicas wait for it.
 * @param release part of the names of its Jobs
 */
export function migrations(release: string): Component {
  return {
    name: 'migrations',
    adds: Object.fromEntries(storing.map((plan) => [plan.name, [migration(plan, release)]])),
    changes: storing.map(waiting),
  };
}

function waiting(plan: ServicePlan): Resource {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: plan.name },
    spec: { template: { spec: { initContainers: [step('await-migrations', plan)] } } },
  };
}

/**
 * One for each release, by its name: a Job cannot be changed. Its migrations only add, so that the replicas of the release before
 * go on meanwhile; if it fails, they simply stay.
 */
function migration(plan: ServicePlan, release: string): Resource {
  const labels = { 'app.kubernetes.io/name': `${plan.name}-migration`, ...migrating };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: `${plan.name}-migration-${release.replaceAll('.', '-')}`, labels },
    spec: {
      backoffLimit: 4,
      ttlSecondsAfterFinished: 604_800,
      template: {
        metadata: { labels: { ...labels, ...usesPostgres } },
        spec: {
          serviceAccountName: plan.name,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          restartPolicy: 'Never',
          securityContext: podSecurity,
          initContainers: [step('await-database', plan)],
          containers: [step('migrate', plan)],
          volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '64Mi' } }],
        },
      },
    },
  };
}

/** The service's own image, for something that ends; see packages/service-kit/src/service/rollout.ts. */
function step(word: 'await-database' | 'migrate' | 'await-migrations', plan: ServicePlan) {
  const { name, requests, memoryLimit } = plan;
  return {
    name: word,
    image: imageOf(name),
    imagePullPolicy: 'IfNotPresent',
    args: ['main.ts', word],
    env: databaseAddress(name),
    resources: { requests: { cpu: '50m', memory: requests.memory }, limits: { memory: memoryLimit } },
    securityContext,
    volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
  };
}
