import { everyone } from './mesh.ts';
import { type Component, ours, type Resource } from './resource.ts';

/** Of one cluster, so with a name that no other mesh in it has. */
const name = 'parley-service';

/** Which pods a crowded cluster keeps: ours above those without a class, below those of the cluster itself. */
export const priority: Component = {
  name: 'priority',
  adds: { priority: [priorityClass()] },
  changes: everyone.map(
    (plan): Resource => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: plan.name },
      spec: { template: { spec: { priorityClassName: name } } },
    }),
  ),
};

function priorityClass(): Resource {
  return {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name, labels: ours },
    value: 100_000,
    // No pod of others is evicted for a new replica of ours.
    preemptionPolicy: 'Never',
    description: 'Services of Parley',
  };
}
