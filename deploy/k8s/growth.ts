import { everyone, type ServicePlan } from './mesh.ts';
import { type Component, type Resource, selectorOf } from './resource.ts';

/** More than one replica of each service: as many as its calls need, on different machines, and never all of them taken away. */
export const growth: Component = {
  name: 'growth',
  adds: Object.fromEntries(everyone.map((plan) => [plan.name, [autoscaler(plan), disruptionBudget(plan.name)]])),
  changes: everyone.map(grown),
};

/** What the autoscaler measures against is what one replica was measured to take. */
function grown({ name, requests: { cpu } }: ServicePlan): Resource {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      template: {
        spec: { topologySpreadConstraints: spread(name), containers: [{ name, resources: { requests: { cpu } } }] },
      },
    },
  };
}

/**
 * Zones first, then nodes; an installation with one of either still runs. Each revision by itself: the replicas of the last one, which
 * end during a rollout, would otherwise count, and those that stay would be on one node.
 */
function spread(name: string) {
  return ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].map((topologyKey) => ({
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: 'ScheduleAnyway',
    labelSelector: { matchLabels: selectorOf(name) },
    matchLabelKeys: ['pod-template-hash'],
  }));
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
