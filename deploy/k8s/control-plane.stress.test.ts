import { describeWithProgram, eventually, findProgram } from '@parley/testkit';

import { builtInDocumentsOf } from './api-server.fixture.ts';
import { type ControlPlane, programs, startControlPlane } from './control-plane.fixture.ts';
import { isReady, type Pod, serviceOf } from './kubelets.fixture.ts';
import { everyone } from './mesh.ts';
import { readPlaces } from './places.ts';
import type { Resource } from './resource.ts';

const [[, release], [, next]] = await Promise.all([readPlaces('0.1.0'), readPlaces('0.2.0')]);
const namespace = '/namespaces/parley';
const services = everyone.map(({ name }) => name);
const least = (below: number) => Object.fromEntries(everyone.map(({ name, replicas }) => [name, replicas.min - below]));
const patient = { timeoutMs: 6_000 };

/** In the order in which they have begun: each test goes on where the one before it ended, as an installation does. */
describeWithProgram(
  'kube-controller-manager',
  'the production tree under the real scheduler and controllers',
  () => {
    let cluster: ControlPlane;
    beforeAll(async () => {
      cluster = await startControlPlane();
    }, 120_000);
    afterEach(() => cluster?.nodes.holdBack(false));
    afterAll(() => cluster?.stop());

    it('rolls out every service, spread over nodes and zones', async () => {
      await install(builtInDocumentsOf(release));
      await eventually(() => expectRolledOut('0.1.0'), patient);
      await eventually(() => expect(cluster.nodes.podsOf('nats').filter(isReady)).toHaveLength(3), patient);
      expect([...services, 'nats'].filter(isUneven)).toEqual([]);
    }, 120_000);

    it('follows with the next release, without a replica less of any service, and leaves the servers alone', async () => {
      const before = [...cluster.nodes.podsOf('nats'), ...cluster.nodes.podsOf('redis')].map(uidOf);
      const fewest = cluster.nodes.recordFewestReady();
      await install(builtInDocumentsOf(next));
      await eventually(() => expectRolledOut('0.2.0'), patient);
      expect(Object.fromEntries(services.map((name) => [name, fewest.get(name)]))).toEqual(least(0));
      expect(services.filter(isUneven)).toEqual([]);
      expect([...cluster.nodes.podsOf('nats'), ...cluster.nodes.podsOf('redis')].map(uidOf)).toEqual(before);
    }, 120_000);

    it('takes away one replica of a service at a time, and those that are not ready besides', async () => {
      cluster.nodes.holdBack(true);
      const [one, other] = cluster.nodes.podsOf('gateway') as [Pod, Pod];
      expect(await evict(one)).toMatchObject({ status: 201 });
      const refusal = await evict(other);
      expect(refusal).toMatchObject({ status: 429, body: { details: { causes: [{ reason: 'DisruptionBudget' }] } } });
      const replacement = await eventually(
        () => cluster.nodes.podsOf('gateway').find(isRunningUnready) ?? false,
        patient,
      );
      expect(await evict(replacement)).toMatchObject({ status: 201 });
      cluster.nodes.holdBack(false);
      await eventually(async () => expect(await evict(other)).toMatchObject({ status: 201 }), patient);
      await eventually(() => expectRolledOut('0.2.0'), patient);
    }, 120_000);

    it('survives that each node is drained: its pods run elsewhere, and at most one of a service is missing', async () => {
      const fewest = cluster.nodes.recordFewestReady();
      for (const node of cluster.nodes.names) {
        await patch(`/api/v1/nodes/${node}`, { spec: { unschedulable: true } });
        await eventually(async () => {
          const left = cluster.nodes.pods.filter(({ spec }) => spec.nodeName === node).filter(isOfMesh);
          for (const pod of left) if (!pod.metadata.deletionTimestamp) await evict(pod);
          expect(left).toEqual([]);
        }, patient);
        // Each copy of what NATS keeps has a node of its own: the third waits for this one.
        await eventually(() => {
          for (const { name, replicas } of everyone)
            expect([name, cluster.nodes.podsOf(name).filter(isReady)]).toEqual([
              name,
              Array(replicas.min).fill(expect.anything()),
            ]);
        }, patient);
        await patch(`/api/v1/nodes/${node}`, { spec: { unschedulable: false } });
        await eventually(() => expect(cluster.nodes.podsOf('nats').filter(isReady)).toHaveLength(3), patient);
      }
      expect(Object.fromEntries(services.map((name) => [name, fewest.get(name)]))).toEqual(least(1));
      expect(fewest.get('nats')).toBe(2);
    }, 120_000);

    it('grows with its load at once, and shrinks one by one when the load has been low for long enough', async () => {
      const path = `/apis/autoscaling/v2${namespace}/horizontalpodautoscalers/gateway`;
      const steps: number[] = [];
      const end = cluster.server.watch(`/apis/apps/v1${namespace}/deployments`, ({ object }) => {
        const { replicas } = object.spec as { replicas: number };
        if (object.metadata.name === 'gateway' && steps.at(-1) !== replicas) steps.push(replicas);
      });
      // Six replicas of 40 calls each.
      cluster.metrics.load('gateway', 240);
      await eventually(() => expect(steps.at(-1)).toBe(6), patient);
      await eventually(() => expect(cluster.nodes.podsOf('gateway').filter(isReady)).toHaveLength(6), patient);
      cluster.metrics.load('gateway', 0);
      await eventually(async () => {
        const { body } = await cluster.server.call<Autoscaler>('GET', path);
        expect(body.status.conditions.map(({ reason }) => reason)).toContain('ScaleDownStabilized');
      }, patient);
      expect(steps).toEqual([2, 6]);
      // As five minutes later, a minute each.
      const policies = [{ type: 'Pods', value: 1, periodSeconds: 1 }];
      await patch(path, { spec: { behavior: { scaleDown: { stabilizationWindowSeconds: 0, policies } } } });
      await eventually(() => expect(steps.at(-1)).toBe(2), patient);
      end();
      expect(steps).toEqual([2, 6, 5, 4, 3, 2]);
    }, 120_000);

    it('is stopped as a whole, and begins again with an empty NATS, by the steps of a restore', async () => {
      // As `kubectl` calls them in docs/operations/back-up.md, A cluster.
      const scale = async (kind: string, name: string, replicas: number) =>
        patch(`/apis/apps/v1${namespace}/${kind}/${name}/scale`, { spec: { replicas } });
      const scaleServices = (replicas: number) =>
        Promise.all(services.map((name) => scale('deployments', name, replicas)));
      const claims = `/api/v1${namespace}/persistentvolumeclaims?labelSelector=app.kubernetes.io/name=nats`;
      const volumesOfClaims = async () =>
        (await cluster.server.call<List<Claim>>('GET', claims)).body.items.map(({ spec }) => spec.volumeName);
      await cluster.server.call('DELETE', `/apis/autoscaling/v2${namespace}/horizontalpodautoscalers`);
      await scaleServices(0);
      await scale('statefulsets', 'nats', 0);
      const running = () => [...services, 'nats'].flatMap((name) => cluster.nodes.podsOf(name));
      await eventually(() => expect(running()).toEqual([]), patient);
      const before = await volumesOfClaims();
      expect(before).toHaveLength(3);
      await cluster.server.call('DELETE', claims);
      await scale('statefulsets', 'nats', 3);
      await install(builtInDocumentsOf(next));
      await scaleServices(1);
      await eventually(() => expectRolledOut('0.2.0'), patient);
      await eventually(() => expect(cluster.nodes.podsOf('nats').filter(isReady)).toHaveLength(3), patient);
      const after = await volumesOfClaims();
      expect(after).toHaveLength(3);
      expect(after.filter((name) => before.includes(name))).toEqual([]);
    }, 120_000);

    async function install(documents: readonly Resource[]): Promise<void> {
      const refusals: string[] = [];
      for (const document of documents) refusals.push(...(await cluster.server.apply(document)));
      expect(refusals).toEqual([]);
    }

    /** What `kubectl rollout status` waits for, of all services, with as many replicas as their autoscalers want at least. */
    async function expectRolledOut(tag: string): Promise<void> {
      const path = `/apis/apps/v1${namespace}/deployments`;
      const { items } = (await cluster.server.call<List<Deployment>>('GET', path)).body;
      const found = items.map(({ metadata, spec, status }) => [
        metadata.name,
        spec.template.spec.containers[0]?.image,
        status.observedGeneration === metadata.generation,
        ...[spec.replicas, status.replicas, status.updatedReplicas, status.availableReplicas],
      ]);
      const expected = everyone.map(({ name, replicas: { min } }) => [
        name,
        `parley/${name}:${tag}`,
        true,
        min,
        min,
        min,
        min,
      ]);
      expect(found.toSorted()).toEqual(expected.toSorted());
    }

    /** Whether the fullest node has two pods more than the emptiest one. */
    function isUneven(service: string): boolean {
      const pods = cluster.nodes.podsOf(service);
      const counts = cluster.nodes.names.map((node) => pods.filter(({ spec }) => spec.nodeName === node).length);
      return Math.max(...counts) - Math.min(...counts) > 1;
    }

    /** As `kubectl drain` asks for it. */
    function evict({ metadata: { name, namespace } }: Pod) {
      const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
      return cluster.server.call('POST', `/api/v1/namespaces/${namespace}/pods/${name}/eviction`, eviction);
    }

    async function patch(path: string, change: object): Promise<void> {
      const { status, body } = await cluster.server.call('PATCH', path, change, 'application/merge-patch+json');
      expect([status, body]).toEqual([200, expect.anything()]);
    }
  },
  programs.every(findProgram) ? programs[0] : undefined,
);

interface List<Item> {
  items: Item[];
}

interface Autoscaler {
  status: { conditions: { reason: string }[] };
}

interface Claim {
  spec: { volumeName?: string };
}

interface Deployment {
  metadata: { name: string; generation: number };
  spec: { replicas: number; template: { spec: { containers: { image: string }[] } } };
  status: { observedGeneration: number; replicas: number; updatedReplicas: number; availableReplicas: number };
}

const uidOf = ({ metadata }: Pod) => metadata.uid;
const isRunningUnready = (pod: Pod) => pod.status.phase === 'Running' && !isReady(pod);
/** Jobs that have succeeded stay where they were. */
const isOfMesh = (pod: Pod) => pod.status.phase !== 'Succeeded' && serviceOf(pod) !== '';
