import { parseAllDocuments } from 'yaml';

import { renderAll } from './render.ts';
import type { Resource } from './resource.ts';

export type Labels = Record<string, string>;
type Reference = { name: string; key: string; optional?: boolean };

export interface Container {
  name: string;
  image: string;
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: Reference } }[];
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

/** The documents of one set of manifests, found by what they are. */
export interface Documents {
  folder: string;
  all: readonly Resource[];
  workloads: readonly Workload[];
  /** Those that serve with our images. */
  processes: readonly Workload[];
  services: readonly ServiceResource[];
  settings: Record<string, string>;
}

const rendered = await renderAll();

/** All of one folder. */
export function documentsOf(folder: string): Documents {
  const { files } = rendered.find((one) => one.folder === folder) ?? { files: new Map<string, string>() };
  const all = [...files].flatMap(([name, text]) =>
    name.endsWith('.yaml') ? parseAllDocuments(text).map((document) => document.toJS() as Resource) : [],
  );
  const workloads = all.filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind)) as Workload[];
  const settings = all.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'parley');
  return {
    folder,
    all,
    workloads,
    processes: workloads.filter(({ kind }) => kind === 'Deployment'),
    services: all.filter(({ kind }) => kind === 'Service') as ServiceResource[],
    settings: (settings?.data ?? {}) as Record<string, string>,
  };
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
