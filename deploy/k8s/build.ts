import { base } from './base.ts';
import { imageNames } from './mesh.ts';
import type { Place } from './places.ts';
import { imageOf, type Resource, settingsWith } from './resource.ts';

/** All that a cluster gets: what `kustomize build` makes of the place's overlay. A test holds the two against each other. */
export function documentsIn({ components, settings, tag, namespace = 'parley' }: Place): Resource[] {
  let documents: readonly Resource[] = Object.values(base).flat();
  for (const { adds, changes = [] } of [...components, { adds: {}, changes: [settingsWith(settings)] }])
    documents = changes.reduce(changed, documents.concat(...Object.values(adds)));
  return documents.map((document) => inNamespace(tagged(document, tag), namespace));
}

/** @throws when there is nothing to change, as kustomize does */
function changed(documents: readonly Resource[], change: Resource): readonly Resource[] {
  const isMeant = ({ kind, metadata }: Resource) => kind === change.kind && metadata.name === change.metadata.name;
  if (!documents.some(isMeant))
    throw new Error(`${change.kind}/${change.metadata.name} is to be changed and is not there.`);
  return documents.map((document) => (isMeant(document) ? (merged(document, change) as Resource) : document));
}

/** A strategic merge, as far as our changes need one: maps are united, some lists by the key of their members, others replaced. */
function merged(value: unknown, change: unknown): unknown {
  if (!isMap(value) || !isMap(change)) return change;
  const united = Object.entries(change).map(([field, inner]) => {
    const before = value[field];
    const key = memberKeys[field];
    return [field, key && before ? mergedBy(key, before as Member[], inner as Member[]) : merged(before, inner)];
  });
  return { ...value, ...Object.fromEntries(united) };
}

function mergedBy(key: string, before: readonly Member[], changes: readonly Member[]): unknown[] {
  const strangers = changes.filter((change) => !before.some((one) => one[key] === change[key]));
  return [...strangers, ...before.map((one) => merged(one, changes.find((change) => change[key] === one[key]) ?? {}))];
}

type Member = Record<string, unknown>;

/** By what members of a list are the same, in the schema of Kubernetes; other lists are replaced as a whole. */
export const memberKeys: Record<string, string> = { containers: 'name', volumes: 'name', volumeMounts: 'mountPath' };

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const images = imageNames.map(imageOf);

function tagged(document: Resource, tag: string): Resource {
  return JSON.parse(JSON.stringify(document), (field, value) =>
    field === 'image' && images.includes(value) ? `${value}:${tag}` : value,
  ) as Resource;
}

function inNamespace(document: Resource, namespace: string): Resource {
  if (document.kind === 'Namespace') return { ...document, metadata: { ...document.metadata, name: namespace } };
  if (ofTheCluster.includes(document.kind)) return document;
  return { ...document, metadata: { ...document.metadata, namespace } };
}

/** Kinds that belong to no namespace. */
export const ofTheCluster = ['Namespace', 'PriorityClass'];
