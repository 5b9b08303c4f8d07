import { documentsIn } from './build.ts';
import { type Place, readPlaces, readVersion } from './places.ts';
import type { Resource } from './resource.ts';

export type Labels = Record<string, string>;
type Reference = { name: string; key: string; optional?: boolean };

export interface Container {
  name: string;
  image: string;
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: Reference; configMapKeyRef?: Reference } }[];
  envFrom?: { configMapRef: { name: string } }[];
  args?: string[];
  ports?: { name: string; containerPort: number }[];
  livenessProbe?: { httpGet?: { path: string; port: string } };
  readinessProbe?: { httpGet?: { path: string; port: string } };
  lifecycle?: { preStop: { sleep: { seconds: number } } };
  volumeMounts: { name: string }[];
}

/** A Deployment, StatefulSet or Job. */
export interface Workload extends Resource {
  spec: {
    template: {
      metadata: { labels: Labels };
      spec: {
        initContainers?: Container[];
        containers: [Container];
        volumes?: { name: string; configMap?: { name: string } }[];
        terminationGracePeriodSeconds?: number;
      };
    };
    volumeClaimTemplates?: { metadata: { name: string } }[];
  };
}

interface ServiceResource extends Resource {
  spec: { selector: Labels; ports: { name: string; port: number; targetPort: string }[] };
}

/** The documents of one place, found by what they are. */
export interface Documents {
  place: Place['name'];
  all: readonly Resource[];
  workloads: readonly Workload[];
  /** Those that serve with our images. */
  processes: readonly Workload[];
  services: readonly ServiceResource[];
  settings: Record<string, string>;
}

const places = await readPlaces(await readVersion());

/** All that the cluster of a place gets. */
export function documentsOf(name: Place['name']): Documents {
  const all = places.filter((place) => place.name === name).flatMap(documentsIn);
  const workloads = all.filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind)) as Workload[];
  return {
    place: name,
    all,
    workloads,
    processes: workloads.filter(({ kind }) => kind === 'Deployment'),
    services: all.filter(({ kind }) => kind === 'Service') as ServiceResource[],
    settings: mapIn(all, 'parley'),
  };
}

/** What stands in a ConfigMap. */
export function mapIn(documents: readonly Resource[], name: string): Record<string, string> {
  const found = documents.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
  return (found?.data ?? {}) as Record<string, string>;
}

export function containerOf({ spec }: Workload): Container {
  return spec.template.spec.containers[0];
}

/** With those that run before. */
export function containersOf({ spec }: Workload): Container[] {
  const { initContainers = [], containers } = spec.template.spec;
  return [...initContainers, ...containers];
}

/** True if labels have all that a selector asks for. */
export function selects(selector: Labels, labels: Labels): boolean {
  return Object.entries(selector).every(([name, value]) => labels[name] === value);
}
