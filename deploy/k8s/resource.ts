/** Any document of Kubernetes; what may stand in it is checked by the test against the published schemas. */
export interface Resource {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  [field: string]: unknown;
}

/** A part of the mesh that a place has or has not. */
export interface Component {
  /** Its folder under deploy/k8s/components. */
  name: string;
  /** What it brings: file, without its ending → documents. */
  adds: Readonly<Record<string, readonly Resource[]>>;
  /** What it changes in what is there before it: strategic merge patches, one for each document. */
  changes?: readonly Resource[];
}

/** What a part of the mesh is found by. */
export const selectorOf = (name: string) => ({
  'app.kubernetes.io/name': name,
  'app.kubernetes.io/part-of': 'parley',
});

/** Namespace-wide: all that belongs to the mesh. */
export const ours = { 'app.kubernetes.io/part-of': 'parley' };

/** Our own processes, not the servers they use. */
export const ourProcesses = { ...ours, 'app.kubernetes.io/component': 'service' };

/** Jobs that migrate a database; no Service leads to them. */
export const migrating = { ...ours, 'app.kubernetes.io/component': 'migration' };

/** Pods that PostgreSQL lets in. */
export const usesPostgres = { 'uses-postgres': 'true' };

/** Without a tag: a place says which. */
export const imageOf = (service: string) => `parley/${service}`;

/** An identity of its own, to which a cloud or a policy may give rights; no pod gets its token. */
export function serviceAccount(name: string): Resource {
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, labels: selectorOf(name) },
    automountServiceAccountToken: false,
  };
}

/** A change of what all services read. */
export function settingsWith(data: Record<string, string>): Resource {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'parley' }, data };
}
