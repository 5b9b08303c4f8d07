import { ports } from './mesh.ts';
import { namespace, policy, tcp } from './policy.ts';
import { type Component, ours, type Resource, selectorOf } from './resource.ts';

const gateway = { matchLabels: selectorOf('gateway') };
const http = [tcp(ports.http)];
/**
 * The one way in, from a controller in the namespace `ingress`, of the cluster's default class: it must let 21 MB through and not cut sockets
 * that are quiet for 30 s.
 * @param host by which customers find it
 */
export function ingress(host: string): Component {
  return { name: 'ingress', adds: { ingress: [route(host), fromNamespace('ingress')] } };
}

/** On top of `ingress`: the controller ingress-nginx, in its own namespace, with its limits as they must be. */
export const ingressNginx: Component = {
  name: 'ingress-nginx',
  adds: {},
  changes: [
    changedRoute('nginx', {
      'nginx.ingress.kubernetes.io/proxy-body-size': '21m',
      // Sockets and streams are quiet for 30 s at most; uploads go on while they arrive.
      'nginx.ingress.kubernetes.io/proxy-read-timeout': '120',
      'nginx.ingress.kubernetes.io/proxy-send-timeout': '120',
      'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
      'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
    }),
    fromNamespace('ingress-nginx'),
  ],
};

/** On top of `ingress`: the controller Traefik, in its own namespace. It limits no bodies: the gateway does, and a middleware that buffers would hold back streams. */
export const traefik: Component = {
  name: 'traefik',
  adds: {},
  changes: [
    changedRoute('traefik', { 'traefik.ingress.kubernetes.io/router.entrypoints': 'websecure' }),
    fromNamespace('traefik'),
  ],
};

/**
 * In place of `ingress`: a route of the Gateway API, whose Gateway `public` and its certificate belong to the cluster.
 * @param host by which customers find it
 */
export function gatewayApi(host: string): Component {
  return {
    name: 'gateway-api',
    adds: {
      route: [
        {
          apiVersion: 'gateway.networking.k8s.io/v1',
          kind: 'HTTPRoute',
          metadata: { name: 'parley', labels: ours },
          spec: {
            parentRefs: [{ name: 'public', namespace: 'gateway' }],
            hostnames: [host],
            rules: [
              {
                matches: [{ path: { type: 'PathPrefix', value: '/' } }],
                // Exports and sockets last as long as they last.
                timeouts: { request: '0s' },
                backendRefs: [{ name: 'gateway', port: ports.http }],
              },
            ],
          },
        },
        fromNamespace('gateway'),
      ],
    },
  };
}

/** `kubectl port-forward`, which arrives from nowhere in particular. */
export const forwardedPort: Component = {
  name: 'forwarded-port',
  adds: { network: [policy('gateway-from-outside', gateway, { ingress: [{ ports: http }] })] },
};

function fromNamespace(controllers: string): Resource {
  const door = [{ from: [{ namespaceSelector: namespace(controllers) }], ports: http }];
  return policy('gateway-from-outside', gateway, { ingress: door });
}

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

function changedRoute(ingressClassName: string, annotations: Record<string, string>): Resource {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'parley', annotations },
    spec: { ingressClassName },
  };
}
