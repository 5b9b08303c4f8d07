import { freePort, startNamedServer } from '@parley/testkit';

import { type ApiServer, expectHealthy, startApiServer } from './api-server.fixture.ts';
import { Kubelets } from './kubelets.fixture.ts';
import { type MetricsServer, startMetricsServer } from './metrics-server.fixture.ts';

/** The real API server, scheduler and controllers; nodes and metrics are stand-ins. */
export interface ControlPlane {
  server: ApiServer;
  nodes: Kubelets;
  metrics: MetricsServer;
  stop(): Promise<void>;
}

export const programs = ['kube-apiserver', 'kube-scheduler', 'kube-controller-manager'];

/** Those that an installation needs; without them a test would wait for more that it does not look at. */
const controllers = [
  ...['deployment', 'replicaset', 'statefulset', 'job', 'disruption', 'horizontal-pod-autoscaler'],
  ...['node-lifecycle', 'persistentvolume-binder', 'persistentvolumeclaim-protection'],
].map((name) => `${name}-controller`);

export async function startControlPlane(): Promise<ControlPlane> {
  const running: { stop(): Promise<unknown> }[] = [];
  const stop = async () => {
    for (const each of running.splice(0).reverse()) await each.stop();
  };
  try {
    const server = await startApiServer();
    running.push(server);
    const nodes = await Kubelets.start(server, ['one', 'two', 'three']);
    running.push(nodes);
    // Autoscalers find out once in 30 s which metrics there are: they are there before them.
    const metrics = await startMetricsServer(server, nodes);
    running.push(metrics);
    const { folder } = server;
    const start = async (name: string, args: readonly string[]) => {
      const port = await freePort();
      const own = ['--kubeconfig', server.kubeconfig, '--leader-elect=false'];
      const door = ['--bind-address', '127.0.0.1', '--secure-port', `${port}`, '--cert-dir', `${folder}/${name}`];
      const ready = () => expectHealthy(port);
      const started = await startNamedServer(name, [...own, ...door, ...args], { folder, ready });
      running.push({ stop: () => started.kill() });
    };
    await Promise.all([
      start('kube-scheduler', []),
      start('kube-controller-manager', [
        `--controllers=${controllers.join(',')}`,
        // The nodes stay ready for as long as a test takes.
        '--node-monitor-grace-period=1h',
        '--horizontal-pod-autoscaler-sync-period=1s',
        '--horizontal-pod-autoscaler-initial-readiness-delay=1s',
        '--horizontal-pod-autoscaler-cpu-initialization-period=1s',
      ]),
    ]);
    return { server, nodes, metrics, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
