import type { ApiAnswer, ApiServer, WatchEvent } from './api-server.fixture.ts';
import type { Resource } from './resource.ts';

export interface Pod extends Resource {
  metadata: Resource['metadata'] & { uid: string; namespace: string; deletionTimestamp?: string };
  spec: { nodeName?: string };
  status: { phase?: string; conditions?: { type: string; status: string }[] };
}

/** Who runs the pods of a service. */
export const serviceOf = ({ metadata }: Resource) => metadata.labels?.['app.kubernetes.io/name'] ?? '';

export const isReady = ({ metadata, status }: Pod) =>
  !metadata.deletionTimestamp && !!status.conditions?.some((one) => one.type === 'Ready' && one.status === 'True');

/** What nodes answer for their pods: each runs and is ready at once, jobs succeed, and what is to end has ended. No process is started. */
export class Kubelets {
  readonly names: readonly string[];
  readonly #server: ApiServer;
  readonly #pods = new Map<string, Pod>();
  readonly #records = new Set<Map<string, number>>();
  readonly #faults: unknown[] = [];
  readonly #working = new Set<Promise<void>>();
  #endWatch = () => {};
  #isHeld = false;

  private constructor(server: ApiServer, names: readonly string[]) {
    this.#server = server;
    this.names = names;
  }

  /** Registers nodes, each in a zone of its own, with room for the whole mesh on two of them, and two volumes for each. */
  static async start(server: ApiServer, names: readonly string[]): Promise<Kubelets> {
    const kubelets = new Kubelets(server, names);
    for (const name of names) {
      await expectMade(server.call('POST', '/api/v1/nodes', node(name)));
      for (const nth of ['1', '2'])
        await expectMade(server.call('POST', '/api/v1/persistentvolumes', volume(`${name}-${nth}`)));
    }
    kubelets.#endWatch = server.watch('/api/v1/pods', (event) => kubelets.#hear(event));
    return kubelets;
  }

  get pods(): Pod[] {
    return [...this.#pods.values()];
  }

  /** Of a service, those that run or are to run. */
  podsOf(service: string): Pod[] {
    return this.pods.filter((pod) => serviceOf(pod) === service && !pod.metadata.deletionTimestamp);
  }

  /** How many ready pods each service had at least, at every change of a pod from now on. */
  recordFewestReady(): ReadonlyMap<string, number> {
    const record = new Map<string, number>();
    for (const pod of this.pods) record.set(serviceOf(pod), this.#readyOf(serviceOf(pod)));
    this.#records.add(record);
    return record;
  }

  /** New pods run and do not become ready, until the next call with `false`. */
  holdBack(isHeld: boolean): void {
    this.#isHeld = isHeld;
    for (const pod of this.pods) this.#serve(pod);
  }

  /** @throws what the API server has refused a node */
  async stop(): Promise<void> {
    this.#endWatch();
    await Promise.all(this.#working);
    if (this.#faults.length > 0) throw new AggregateError(this.#faults, 'The API server has refused a node.');
  }

  #hear({ type, object }: WatchEvent): void {
    const pod = object as Pod;
    if (type === 'DELETED') this.#pods.delete(pod.metadata.uid);
    else this.#pods.set(pod.metadata.uid, pod);
    const service = serviceOf(pod);
    for (const record of this.#records)
      record.set(service, Math.min(record.get(service) ?? Number.POSITIVE_INFINITY, this.#readyOf(service)));
    if (type !== 'DELETED') this.#serve(pod);
  }

  #readyOf(service: string): number {
    return this.podsOf(service).filter(isReady).length;
  }

  #serve(pod: Pod): void {
    if (!pod.spec.nodeName) return;
    const working = this.#answer(pod)
      .catch((error) => void this.#faults.push(error))
      .finally(() => this.#working.delete(working));
    this.#working.add(working);
  }

  async #answer(pod: Pod): Promise<void> {
    const { namespace, name, uid, deletionTimestamp } = pod.metadata;
    const path = `/api/v1/namespaces/${namespace}/pods/${name}`;
    if (deletionTimestamp) {
      await expectMade(this.#server.call('DELETE', path, { gracePeriodSeconds: 0, preconditions: { uid } }));
      return;
    }
    const status = this.#statusOf(pod);
    if (!status) return;
    const patch = { metadata: { uid }, status };
    await expectMade(this.#server.call('PATCH', `${path}/status`, patch, 'application/strategic-merge-patch+json'));
  }

  /** @returns undefined when there is nothing new */
  #statusOf(pod: Pod): object | undefined {
    const isJob = pod.metadata.labels?.['batch.kubernetes.io/job-name'] !== undefined;
    if (isJob) return pod.status.phase === 'Succeeded' ? undefined : { phase: 'Succeeded' };
    if (pod.status.phase === 'Running' && (this.#isHeld || isReady(pod))) return undefined;
    const at = new Date().toISOString();
    const condition = (type: string, holds: boolean) => ({
      ...{ type, status: holds ? 'True' : 'False', lastTransitionTime: at },
    });
    return {
      ...{ phase: 'Running', startTime: at },
      conditions: [condition('Initialized', true), condition('Ready', !this.#isHeld)],
    };
  }
}

/** A pod may be gone, or another of its name be there. */
async function expectMade(answer: Promise<ApiAnswer>): Promise<void> {
  const { status, body } = await answer;
  if (status >= 300 && status !== 404 && status !== 409)
    throw new Error(body.message ?? `The API server answers ${status}`);
}

function node(name: string) {
  const room = { cpu: '8', memory: '32Gi', pods: '110' };
  const at = new Date().toISOString();
  return {
    ...{ apiVersion: 'v1', kind: 'Node' },
    metadata: {
      name,
      labels: {
        'kubernetes.io/hostname': name,
        'topology.kubernetes.io/zone': `zone-${name}`,
        'kubernetes.io/os': 'linux',
      },
    },
    status: {
      ...{ capacity: room, allocatable: room },
      conditions: [
        { type: 'Ready', status: 'True', reason: 'KubeletReady', lastHeartbeatTime: at, lastTransitionTime: at },
      ],
    },
  };
}

/** On the network: it follows its pod to any node. */
function volume(name: string) {
  return {
    ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name } },
    spec: {
      ...{ capacity: { storage: '10Gi' }, accessModes: ['ReadWriteOnce'] },
      nfs: { server: '127.0.0.1', path: `/${name}` },
    },
  };
}
