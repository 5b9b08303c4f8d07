import { base } from './base.ts';
import { everyone } from './mesh.ts';
import type { Place } from './places.ts';
import { imageOf, type Resource, settingsWith } from './resource.ts';

/** All that a cluster gets: what `kustomize build` makes of the place's overlay. A test holds the two against each other. */
export function documentsIn({ components, settings, tag }: Place): Resource[] {
  let documents: readonly Resource[] = Object.values(base).flat();
  for (const { adds, changes = [] } of [...components, { adds: {}, changes: [settingsWith(settings)] }])
    documents = changes.reduce(changed, documents.concat(...Object.values(adds)));
  return documents.map((document) => inNamespace(tagged(document, tag)));
}

/** @throws when there is nothing to change, as kustomize does */
function changed(documents: readonly Resource[], change: Resource): readonly Resource[] {
  const isMeant = ({ kind, metadata }: Resource) => kind === change.kind && metadata.name === change.metadata.name;
  if (!documents.some(isMeant))
    throw new Error(`${change.kind}/${change.metadata.name} is to be changed and is not there.`);
  return documents.map((document) => (isMeant(document) ? (merged(document, change) as Resource) : document));
}

/** A strategic merge, as far as our changes need one: maps are united, containers found by name, other lists replaced. */
function merged(value: unknown, change: unknown): unknown {
  if (!isMap(value) || !isMap(change)) return change;
  const united = Object.entries(change).map(([field, inner]) => {
    const before = value[field];
    return [field, field === 'containers' ? mergedByName(before as Named[], inner as Named[]) : merged(before, inner)];
  });
  return { ...value, ...Object.fromEntries(united) };
}

function mergedByName(before: readonly Named[], changes: readonly Named[]): unknown[] {
  const strangers = changes.filter(({ name }) => !before.some((one) => one.name === name));
  return [...strangers, ...before.map((one) => merged(one, changes.find(({ name }) => name === one.name) ?? {}))];
}

interface Named {
  name: string;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const images = everyone.map(({ name }) => imageOf(name));

function tagged(document: Resource, tag: string): Resource {
  return JSON.parse(JSON.stringify(document), (field, value) =>
    field === 'image' && images.includes(value) ? `${value}:${tag}` : value,
  ) as Resource;
}

function inNamespace(document: Resource): Resource {
  if (document.kind === 'Namespace') return document;
  return { ...document, metadata: { ...document.metadata, namespace: 'parley' } };
}
