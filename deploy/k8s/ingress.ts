import { ports } from './mesh.ts';
import { namespace, policy, tcp } from './policy.ts';
import { type Component, ours, type Resource, selectorOf } from './resource.ts';

const gateway = { matchLabels: selectorOf('gateway') };
const http = [tcp(ports.http)];

/**
 * The one way in, from a controller in the namespace `ingress`.
 * @param host by which customers find it
 */
export function ingress(host: string): Component {
  const door = [{ from: [{ namespaceSelector: namespace('ingress') }], ports: http }];
  return {
    name: 'ingress',
    adds: { ingress: [route(host), policy('gateway-from-outside', gateway, { ingress: door })] },
  };
}

/** `kubectl port-forward`, which arrives from nowhere in particular. */
export const forwardedPort: Component = {
  name: 'forwarded-port',
  adds: { network: [policy('gateway-from-outside', gateway, { ingress: [{ ports: http }] })] },
};

/** Of the cluster's default class; it must let 21 MB through and not cut sockets that are quiet for 30 s. */
function route(host: string): Resource {
  const backend = { service: { name: 'gateway', port: { name: 'http' } } };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'parley', labels: ours },
    spec: {
      tls: [{ hosts: [host], secretName: 'parley-tls' }],
      rules: [{ host, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
    },
  };
}
