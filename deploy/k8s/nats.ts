import { disruptionBudget } from './growth.ts';
import { policy, tcp } from './policy.ts';
import { type Component, ourProcesses, type Resource, selectorOf, settingsWith } from './resource.ts';
import { stateful } from './stateful.ts';

const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'nats', labels: selectorOf('nats') } };
const text = `server_name: $SERVER_NAME
listen: 0.0.0.0:4222
http: 8222
jetstream {
  store_dir: /data
  max_file_store: 9Gi
}
`;

const services = { matchLabels: ourProcesses };
const pods = { podSelector: { matchLabels: selectorOf('nats') } };

/**
 * JetStream: the services make the stream and its consumers themselves, with NATS_REPLICAS copies. An operator of streams (nack)
 * would be a second writer of the same settings.
 */
export const nats: Component = {
  name: 'nats',
  adds: {
    nats: [
      ...server(),
      policy('nats', pods.podSelector, {
        ingress: [
          { from: [{ podSelector: services }], ports: [tcp(4222)] },
          { from: [pods], ports: [tcp(6222)] },
        ],
        egress: [{ to: [pods], ports: [tcp(6222)] }],
      }),
      policy('services-to-nats', services, { egress: [{ to: [pods], ports: [tcp(4222)] }] }),
    ],
  },
};

/** A NATS that is not of the mesh, where `NATS_URL` says. */
export const ownNats: Component = {
  name: 'own-nats',
  adds: { network: [policy('services-to-nats', services, { egress: [{ ports: [tcp(4222)] }] })] },
};

function server(): Resource[] {
  return [
    { ...config, data: { 'nats.conf': text } },
    ...stateful({
      name: 'nats',
      image: 'nats:2.10-alpine',
      // By `routes` nodes speak to each other, where there is more than one.
      ports: { client: 4222, routes: 6222, monitor: 8222 },
      args: ['--config', '/etc/nats/nats.conf'],
      env: [{ name: 'SERVER_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
      ready: { httpGet: { path: '/healthz', port: 'monitor' } },
      keeps: { at: '/data', size: '10Gi' },
      config: { name: 'nats', at: '/etc/nats' },
      memory: '512Mi',
    }),
  ];
}

/** Three nodes on three machines, each with a copy of everything. */
export const natsCluster: Component = {
  name: 'nats-cluster',
  adds: { nats: [disruptionBudget('nats')] },
  changes: [
    settingsWith({ NATS_REPLICAS: '3' }),
    { ...config, data: { 'nats.conf': text + clusterOf(3) } },
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'nats' },
      spec: { replicas: 3, template: { spec: { affinity: apart('nats') } } },
    },
  ],
};

function clusterOf(nodes: number): string {
  const others = Array.from({ length: nodes }, (_, node) => `nats://nats-${node}.nats-nodes:6222`);
  return `cluster {\n  name: parley\n  listen: 0.0.0.0:6222\n  routes: [${others.join(', ')}]\n}\n`;
}

/** Two copies on one machine are one copy. */
function apart(name: string) {
  const term = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: selectorOf(name) } };
  return { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
}
