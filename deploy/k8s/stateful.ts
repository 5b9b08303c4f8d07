import { type Resource, selectorOf, serviceAccount } from './resource.ts';

interface ServerPlan {
  name: string;
  image: string;
  ports: Record<string, number>;
  args?: readonly string[];
  env?: readonly object[];
  ready: object;
  /** Where its volume is mounted; without one it forgets. */
  keeps?: { at: string; size: string };
  /** A ConfigMap that is mounted: its name → where. */
  config?: { name: string; at: string };
  memory: string;
}

/** A server that the mesh brings along: a StatefulSet of one, and its Services. */
export function stateful(plan: ServerPlan): Resource[] {
  const { name, keeps, config } = plan;
  const labels = { ...selectorOf(name), 'app.kubernetes.io/component': 'server' };
  const nodes = `${name}-nodes`;
  const servicePorts = Object.entries(plan.ports).map(([port, number]) => ({
    name: port,
    port: number,
    targetPort: port,
  }));
  const service = (serviceName: string, spec: object): Resource => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: serviceName, labels },
    spec: { selector: selectorOf(name), ports: servicePorts, ...spec },
  });
  return [
    serviceAccount(name),
    service(name, {}),
    // Nodes find each other before they are ready.
    service(nodes, { clusterIP: 'None', publishNotReadyAddresses: true }),
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name, labels },
      spec: {
        serviceName: nodes,
        replicas: 1,
        podManagementPolicy: 'Parallel',
        selector: { matchLabels: selectorOf(name) },
        template: {
          metadata: { labels },
          spec: {
            serviceAccountName: name,
            automountServiceAccountToken: false,
            enableServiceLinks: false,
            terminationGracePeriodSeconds: 60,
            securityContext: {
              runAsNonRoot: true,
              runAsUser: 999,
              runAsGroup: 999,
              fsGroup: 999,
              seccompProfile: { type: 'RuntimeDefault' },
            },
            containers: [serverContainer(plan)],
            ...(config ? { volumes: [{ name: 'config', configMap: { name: config.name } }] } : {}),
          },
        },
        ...(keeps ? { volumeClaimTemplates: [claim(keeps.size)] } : {}),
      },
    },
  ];
}

function serverContainer({ name, image, args, env, ports, ready, keeps, config, memory }: ServerPlan) {
  return {
    name,
    image,
    ...(args ? { args } : {}),
    ...(env ? { env } : {}),
    ports: Object.entries(ports).map(([port, containerPort]) => ({ name: port, containerPort })),
    readinessProbe: { ...ready, periodSeconds: 5, timeoutSeconds: 3 },
    resources: { requests: { cpu: '100m', memory }, limits: { memory } },
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    volumeMounts: [
      ...(keeps ? [{ name: 'data', mountPath: keeps.at }] : []),
      ...(config ? [{ name: 'config', mountPath: config.at, readOnly: true }] : []),
    ],
  };
}

function claim(storage: string) {
  return { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } } };
}
