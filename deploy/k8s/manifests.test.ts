import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

import { documentsIn } from './build.ts';
import { monitoring } from './monitoring.ts';
import { readPlaces, readVariants, readVersion } from './places.ts';
import { folders, renderAll } from './render.ts';
import type { Resource } from './resource.ts';
import { faultsOf } from './schema.fixture.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const version = await readVersion();
const rendered = await renderAll(version);
const places = await readPlaces(version);
const variants = await readVariants(version);
/** Components that no committed overlay has. */
const optional = new Set(variants.flatMap(({ components }) => components.map(({ name }) => `components/${name}`)));

interface Kustomization {
  resources: string[];
  components?: string[];
  patches?: { path: string }[];
  configMapGenerator?: { files: string[] }[];
}

/** What a test reads of documents. */
type Documents = (Resource & {
  data?: Record<string, string>;
  spec?: {
    secretName?: string;
    usages?: string[];
    template?: {
      spec: {
        containers: { volumeMounts: { name: string; mountPath: string }[] }[];
        volumes: { name: string; secret?: { secretName: string } }[];
      };
    };
  };
})[];

it('the manifests are committed as they are rendered: run `node deploy/k8s/render.ts`', async () => {
  const found = await Promise.all(
    folders.map((folder) => readdir(join(here, folder), { recursive: true, withFileTypes: true })),
  );
  const committed = found.flat().filter((entry) => entry.isFile());
  const paths = committed.map((entry) => relative(here, join(entry.parentPath, entry.name)));
  expect(paths.sort()).toEqual([...rendered.keys()].sort());
  for (const [path, text] of rendered) expect(await readFile(join(here, path), 'utf8')).toBe(text);
});

it('every file and folder is used by some kustomization, and is there', () => {
  const used = [...rendered].flatMap(([path, text]) => {
    if (!path.endsWith('kustomization.yaml')) return [];
    const { resources, components = [], patches = [], configMapGenerator = [] } = parse(text) as Kustomization;
    const names = [...resources, ...components, ...patches.map((patch) => patch.path)];
    return [...names, ...configMapGenerator.flatMap(({ files }) => files)].map((name) =>
      normalize(join(dirname(path), name)),
    );
  });
  const parts = [...rendered.keys()].map((path) => path.replace(/\/kustomization\.yaml$/, ''));
  const wanted = parts.filter((path) => path !== 'monitoring' && !/^overlays\/\w+$/.test(path));
  expect([...new Set([...used, ...optional])].sort()).toEqual(wanted.sort());
});

describe.each([
  ...[...places, ...variants].map((place) => [place.name, documentsIn(place)] as const),
  ['monitoring', monitoring()] as const,
])('the documents of %s', (_name, documents) => {
  it('are what an API server takes: no field unknown, none missing', () => {
    expect(documents.flatMap(faultsOf)).toEqual([]);
  });

  it('name nothing twice', () => {
    const names = documents.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(names).toHaveLength(new Set(names).size);
  });
});

it('gives the Job that moves projects a certificate where services present theirs', () => {
  const documents = variants.filter(({ name }) => name === 'moving-projects').flatMap(documentsIn) as Documents;
  const settings =
    documents.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'parley')?.data ?? {};
  const pod = documents.find(({ kind }) => kind === 'Job')?.spec?.template?.spec;
  const folders = new Map(pod?.containers[0]?.volumeMounts.map(({ name, mountPath }) => [mountPath, name]));
  const files = Object.entries(settings).filter(([name]) => name.startsWith('GRPC_TLS_'));
  expect(files).toHaveLength(3);
  for (const [, file] of files) expect([file, folders.get(dirname(file))]).toEqual([file, 'internal-tls']);
  const secret = pod?.volumes.find(({ name }) => name === 'internal-tls')?.secret?.secretName;
  const certificate = documents.find(({ kind, spec }) => kind === 'Certificate' && spec?.secretName === secret);
  expect(certificate?.spec?.usages).toEqual(['client auth']);
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
