import { policy, tcp } from './policy.ts';
import { type Component, ourProcesses, type Resource, selectorOf } from './resource.ts';
import { stateful } from './stateful.ts';

const port = 6379;
const services = { matchLabels: ourProcesses };
const pods = { matchLabels: selectorOf('redis') };

/** Counters of limits, for all gateways together. */
export const redis: Component = {
  name: 'redis',
  adds: {
    redis: [
      ...server(),
      policy('redis', pods, { ingress: [{ from: [{ podSelector: services }], ports: [tcp(port)] }] }),
      policy('services-to-redis', services, { egress: [{ to: [{ podSelector: pods }], ports: [tcp(port)] }] }),
    ],
  },
};

/** A Redis that is not of the mesh, where `REDIS_URL` says, with or without TLS. */
export const ownRedis: Component = {
  name: 'own-redis',
  adds: { network: [policy('services-to-redis', services, { egress: [{ ports: [tcp(port), tcp(port + 1)] }] })] },
};

/** Without a disk: what it holds need not outlive it. */
function server(): Resource[] {
  return stateful({
    name: 'redis',
    image: 'redis:7',
    ports: { redis: port },
    args: ['--save', '', '--appendonly', 'no', '--maxmemory', '200mb', '--maxmemory-policy', 'volatile-ttl'],
    ready: { tcpSocket: { port: 'redis' } },
    memory: '256Mi',
  });
}
