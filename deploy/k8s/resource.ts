/** Any document of Kubernetes; what may stand in it is checked by the test against the published schemas. */
export interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  [field: string]: unknown;
}

/** One set of manifests, for `kubectl apply -k`. */
export interface Rendered {
  /** Its folder under deploy/k8s. */
  folder: string;
  /** File name → text. */
  files: ReadonlyMap<string, string>;
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
