import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { eventually } from '@parley/testkit';

import type { ApiServer } from './api-server.fixture.ts';
import { isReady, type Kubelets } from './kubelets.fixture.ts';

/** Stands in for metrics-server and the Prometheus adapter, at the addresses of the API server's aggregation. */
export interface MetricsServer {
  /** What the pods of a service carry together from now on, of its own metric; processors are idle. */
  load(service: string, total: number): void;
  stop(): Promise<void>;
}

interface ApiService {
  status?: { conditions?: { status: string }[] };
}

const resources = 'metrics.k8s.io/v1beta1';
const custom = 'custom.metrics.k8s.io/v1beta2';

export async function startMetricsServer(server: ApiServer, nodes: Kubelets): Promise<MetricsServer> {
  const loads = new Map<string, number>();
  const door = createServer(server.certificate, (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'https://localhost');
    const service = /app\.kubernetes\.io\/name=([\w-]+)/.exec(searchParams.get('labelSelector') ?? '')?.[1] ?? '';
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify(answerTo(pathname, service)));
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));

  function answerTo(path: string, service: string): object {
    const pods = nodes.podsOf(service).filter(isReady);
    const timestamp = new Date().toISOString();
    if (path.startsWith(`/apis/${resources}/namespaces/`))
      return {
        ...{ apiVersion: resources, kind: 'PodMetricsList', metadata: {} },
        items: pods.map(({ metadata: { name, namespace } }) => ({
          ...{ metadata: { name, namespace }, timestamp, window: '1s' },
          containers: [{ name: service, usage: { cpu: '1m', memory: '1Mi' } }],
        })),
      };
    if (path.startsWith(`/apis/${custom}/namespaces/`))
      return {
        ...{ apiVersion: custom, kind: 'MetricValueList', metadata: {} },
        items: pods.map(({ metadata: { name, namespace } }) => ({
          ...{ describedObject: { apiVersion: '/v1', kind: 'Pod', name, namespace }, timestamp },
          metric: { name: path.split('/').at(-1) },
          value: `${Math.round((1_000 * (loads.get(service) ?? 0)) / pods.length)}m`,
        })),
      };
    return { apiVersion: 'v1', kind: 'APIResourceList', groupVersion: path.replace('/apis/', ''), resources: [] };
  }

  const { port } = door.address() as AddressInfo;
  const name = 'metrics';
  await server.call('POST', '/api/v1/namespaces/default/services', {
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name } },
    spec: { type: 'ExternalName', externalName: 'localhost', ports: [{ port }] },
  });
  for (const groupVersion of [resources, custom]) {
    const [group = '', version = ''] = groupVersion.split('/');
    const path = '/apis/apiregistration.k8s.io/v1/apiservices';
    await server.call('POST', path, {
      ...{ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: `${version}.${group}` } },
      spec: {
        ...{ group, version, groupPriorityMinimum: 100, versionPriority: 100, insecureSkipTLSVerify: true },
        service: { name, namespace: 'default', port },
      },
    });
    await eventually(
      async () => {
        const { body } = await server.call<ApiService>('GET', `${path}/${version}.${group}`);
        return body.status?.conditions?.some(({ status }) => status === 'True') ?? false;
      },
      { timeoutMs: 20_000 },
    );
  }
  return {
    load: (service, total) => void loads.set(service, total),
    async stop() {
      door.closeAllConnections();
      await new Promise((resolve) => door.close(resolve));
    },
  };
}
