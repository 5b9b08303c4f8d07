import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';

import { renderAll } from './render.ts';
import type { Resource } from './resource.ts';
import { faultsOf } from './schema.fixture.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const rendered = await renderAll();

interface Kustomization {
  resources: string[];
  configMapGenerator?: { name: string; files: string[] }[];
}

describe.each(rendered)('the manifests of $folder', ({ folder, files }) => {
  const documents = [...files].flatMap(([name, text]) => (name.endsWith('.yaml') ? documentsIn(text) : []));
  const kustomization = parse(files.get('kustomization.yaml') ?? '') as Kustomization;

  it('are committed as they are rendered: run `node deploy/k8s/render.ts`', async () => {
    const entries = await readdir(`${here}/${folder}`, { recursive: true, withFileTypes: true });
    const committed = entries.flatMap((entry) => (entry.isFile() ? [`${entry.parentPath}/${entry.name}`] : []));
    const wanted = [...files.keys()].map((name) => `${here}/${folder}/${name}`);
    expect(committed.map(plain).sort()).toEqual(wanted.map(plain).sort());
    for (const [name, text] of files) expect(await readFile(`${here}/${folder}/${name}`, 'utf8')).toBe(text);
  });

  it('are what an API server takes: no field unknown, none missing', () => {
    expect(documents.flatMap(faultsOf)).toEqual([]);
  });

  it('name nothing twice, and are all applied', () => {
    const names = documents.map(({ kind, metadata }) => `${kind}/${metadata?.name}`);
    expect(names).toHaveLength(new Set(names).size);
    const applied = [
      ...kustomization.resources,
      ...(kustomization.configMapGenerator ?? []).flatMap((map) => map.files),
    ];
    expect([...applied, 'kustomization.yaml'].sort()).toEqual([...files.keys()].sort());
  });
});

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'b' }] } };
const spec = { selector: { matchLabels: { a: 'b' } }, template };
const sound: Resource = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' }, spec };

it.each<[string, object, RegExp]>([
  ['an unknown field', { spec: { ...spec, replica: 2 } }, /no field replica/],
  ['a value of the wrong type', { spec: { ...spec, replicas: '2' } }, /replicas/],
  ['a missing selector', { spec: { template } }, /selector/],
  ['a removed version', { apiVersion: 'apps/v1beta1' }, /no such kind/],
])('would not let %s through', (_fault, fields, says) => {
  expect(faultsOf(sound)).toEqual([]);
  expect(faultsOf({ ...sound, ...fields }).join()).toMatch(says);
});

function documentsIn(text: string): Resource[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Resource);
}

function plain(path: string): string {
  return path.replaceAll(/\/+/g, '/');
}
