// Writes the manifests:  node deploy/k8s/render.ts
// What is written is committed, so that a pull request shows what a change does to the cluster; a test says when it is stale.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';

import { base } from './base.ts';
import { imageNames } from './mesh.ts';
import { dashboards, monitoring } from './monitoring.ts';
import { type Place, readPlaces, readVariants, readVersion } from './places.ts';
import { type Component, imageOf, type Resource, settingsWith } from './resource.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const heading = '# Written by deploy/k8s/render.ts; change that, not this.\n';

/** The folders that hold nothing but what is written here. */
export const folders = ['base', 'components', 'overlays', 'monitoring'] as const;

/** Images that were released: from where they come, and which they are. */
export interface ReleasedImages {
  /** Before the name of the service. */
  registry: string;
  /** Of each service; without one its overlays name a tag. */
  digests: Readonly<Record<string, string>>;
}

/** All manifests of a version, as they should stand in the folders beside this file: path → text. */
export async function renderAll(version: string, images?: ReleasedImages): Promise<ReadonlyMap<string, string>> {
  const places = await readPlaces(version);
  const components = [...places, ...(await readVariants(version))].flatMap((place) => place.components);
  return new Map([
    ...folder('base', base, {}),
    ...components.flatMap(({ name, adds, changes }) =>
      folder(
        `components/${name}`,
        adds,
        { kind: 'Component', apiVersion: 'kustomize.config.k8s.io/v1alpha1' },
        changes,
      ),
    ),
    ...places.flatMap((place) => overlay(place, images)),
    ...watched(),
  ]);
}

/** The overlay of a place: what it chooses. */
export function overlay({ name, components, tag, settings, namespace = 'parley' }: Place, released?: ReleasedImages) {
  const choice = {
    namespace,
    resources: ['../../base'],
    components: components.map((component) => `../../components/${component.name}`),
    images: imageNames.map((name) => imageIn(name, tag, released)),
  };
  return folder(`overlays/${name}`, {}, choice, [settingsWith(settings)]);
}

function imageIn(
  service: string,
  tag: string,
  { registry, digests }: ReleasedImages = { registry: 'parley', digests: {} },
) {
  const name = imageOf(service);
  const newName = `${registry}/${service}`;
  const digest = digests[service];
  return { name, ...(newName !== name && { newName }), ...(digest ? { digest } : { newTag: tag }) };
}

/** Apart from the mesh: a cluster without the operator of Prometheus does not know these kinds. */
function watched() {
  const configMapGenerator = dashboards.map(({ name, file, labels }) => ({
    name,
    files: [`dashboards/${file}`],
    options: { labels },
  }));
  const fields = { namespace: 'parley', configMapGenerator, generatorOptions: { disableNameSuffixHash: true } };
  return [
    ...folder('monitoring', { monitoring: monitoring() }, fields),
    ...dashboards.map(({ file, text }) => [`monitoring/dashboards/${file}`, text] as const),
  ];
}

/** A kustomization with its files. */
function folder(path: string, adds: Component['adds'], fields: Kustomization, changes: readonly Resource[] = []) {
  const resources = Object.entries(adds).map(([name, documents]) => [`${name}.yaml`, yamlOf(documents)] as const);
  const patches = changes.map((change) => [patchOf(change), yamlOf([change])] as const);
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    ...fields,
    resources: [...(fields.resources ?? []), ...resources.map(([file]) => file)],
    ...(changes.length > 0 && { patches: patches.map(([file]) => ({ path: file })) }),
  };
  const files = [['kustomization.yaml', yamlOf([kustomization])] as const, ...resources, ...patches];
  return files.map(([file, text]) => [`${path}/${file}`, text] as const);
}

interface Kustomization {
  resources?: readonly string[];
  [field: string]: unknown;
}

function patchOf({ kind, metadata }: Resource): string {
  return `${kind.toLowerCase()}-${metadata.name}.patch.yaml`;
}

function yamlOf(documents: readonly object[]): string {
  const options = { lineWidth: 0, aliasDuplicateObjects: false };
  return heading + documents.map((document) => stringify(document, options)).join('---\n');
}

if (import.meta.main) {
  for (const name of folders) await rm(join(here, name), { recursive: true, force: true });
  for (const [path, text] of await renderAll(await readVersion())) {
    await mkdir(join(here, dirname(path)), { recursive: true });
    await writeFile(join(here, path), text);
  }
}
