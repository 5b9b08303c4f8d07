import { everyone, ports, services } from './mesh.ts';
import { networkPolicies } from './network.ts';
import { type Component, ours, type Resource, settingsWith } from './resource.ts';
import { workloadOf } from './workload.ts';

/** What every place has: file, without its ending → documents. */
export const base: Component['adds'] = {
  namespace: [namespace()],
  settings: [settings()],
  ...Object.fromEntries(everyone.map((plan) => [plan.name, workloadOf(plan)])),
  network: networkPolicies(),
};

function namespace(): Resource {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    // Our containers keep to the strictest standard; the servers beside them, too.
    metadata: { name: 'parley', labels: { ...ours, 'pod-security.kubernetes.io/enforce': 'restricted' } },
  };
}

/** What all services read; each takes what it knows. */
function settings(): Resource {
  const addresses = services.flatMap(({ name }) => [
    [`${name.toUpperCase()}_URL`, `http://${name}:${ports.http}`],
    [`${name.toUpperCase()}_GRPC`, `${name}-grpc:${ports.grpc}`],
  ]);
  return settingsWith({
    ...Object.fromEntries(addresses),
    NATS_URL: 'nats://nats:4222',
    NATS_REPLICAS: '1',
    REDIS_URL: 'redis://redis:6379',
    S3_BUCKET: 'parley-media',
  });
}
