import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeWithProgram, findProgram } from '@parley/testkit';
import { parse, parseAllDocuments, stringify } from 'yaml';

import { documentsIn } from '../k8s/build.ts';
import { everyone } from '../k8s/mesh.ts';
import { dashboards, monitoring } from '../k8s/monitoring.ts';
import { type Place, readPlaces, readVariants, readVersion } from '../k8s/places.ts';
import type { Resource } from '../k8s/resource.ts';
import { chartFiles } from './chart.ts';
import { valuesOf } from './values.ts';

const version = await readVersion();
const places = [...(await readPlaces(version)), ...(await readVariants(version))];
const rendered = await chartFiles({ version, registry: 'parley', digests: {} });
const chart = fileURLToPath(new URL('parley', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-chart-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('is committed as it is rendered: run `node deploy/helm/render.ts`', async () => {
  const entries = await readdir(chart, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(chart, join(parentPath, name)));
  expect(paths.sort()).toEqual([...rendered.keys()].sort());
  for (const [path, text] of rendered) expect(await readFile(join(chart, path), 'utf8')).toBe(text);
});

it('has the values of the table of services', () => {
  const { services } = parse(rendered.get('values.yaml') ?? '') as { services: object };
  expect(services).toEqual(
    Object.fromEntries(
      everyone.map(({ name, replicas, requests, memoryLimit }) => [name, { replicas, ...requests, memoryLimit }]),
    ),
  );
});

it('names released images by their digests', async () => {
  const digests = { gateway: `sha256:${'a'.repeat(64)}` };
  const files = await chartFiles({ version, registry: 'registry.example.com/parley', digests });
  expect(parse(files.get('values.yaml') ?? '')).toMatchObject({ registry: 'registry.example.com/parley', digests });
});

describeWithProgram('helm', 'Helm', () => {
  it.each(places.map((place) => [place.name, place] as const))(
    'makes of the chart what kustomize makes of %s',
    async (_name, place) => {
      const { namespace = 'parley' } = place;
      expect(sorted(await templated(place, namespace))).toEqual(sorted(documentsIn(place)));
    },
  );

  it('brings monitors, alerts and dashboards where they are asked for', async () => {
    const maps = dashboards.map(({ name, labels, file, text }) => ({
      ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels } },
      data: { [file]: text },
    }));
    const wanted = [...monitoring(), ...maps].map((one) => ({
      ...one,
      metadata: { ...one.metadata, namespace: 'parley' },
    }));
    const found = template(await valuesFile({ monitoring: { enabled: true } }));
    const names = wanted.map(nameOf);
    expect(sorted(found.filter((one) => names.includes(nameOf(one))))).toEqual(sorted(wanted));
  });

  it('runs the images of a release by their digests', async () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const values = await valuesFile({ registry: 'registry.example.com/parley', digests: { gateway: digest } });
    const text = JSON.stringify(template(values));
    expect(text).toContain(`"image":"registry.example.com/parley/gateway@${digest}"`);
    expect(text).toContain(`"image":"registry.example.com/parley/media:${version}"`);
  });

  it('runs the import that the guide to moving shows', async () => {
    const guide = await readFile(new URL('../../docs/guides/migrating.md', import.meta.url), 'utf8');
    const [, flags = ''] = /helm upgrade parley parley\/parley --reuse-values ([\s\S]*?)\nkubectl/.exec(guide) ?? [];
    const words = flags.replaceAll(/\\\n|'/g, '').split(/\s+/);
    const jobs = template(await valuesFile({}), 'parley', words).filter(({ kind }) => kind === 'Job');
    expect(jobs).toMatchObject([
      {
        metadata: { name: 'import-1' },
        spec: { template: { spec: { containers: [{ args: ['import', 'archive', 'shop.archive'] }] } } },
      },
    ]);
  });

  it('has nothing to say against the chart', () => {
    expect(helm('lint', '--strict', chart)).toContain('0 chart(s) failed');
  });

  it.each([
    ['an unknown value', { autoscalling: { enabled: true } }],
    ['an unknown way', { nats: { by: 'magic' } }],
    ['a setting that is no text', { settings: { S3_CREATE_BUCKET: true } }],
    ['a replica too few', { services: { gateway: { replicas: { min: 0 } } } }],
    ['a digest that is a tag', { digests: { gateway: '0.1.0' } }],
  ])('refuses %s', async (_fault, values) => {
    const file = await valuesFile(values);
    expect(() => template(file)).toThrow(/values don't meet the specifications/);
  });

  async function templated(place: Place, namespace: string): Promise<Resource[]> {
    return template(await valuesFile(valuesOf(place)), namespace);
  }

  async function valuesFile(values: object): Promise<string> {
    const file = join(folder, 'values.yaml');
    await writeFile(file, stringify(values));
    return file;
  }

  function template(values: string, namespace = 'parley', more: readonly string[] = []): Resource[] {
    const args = ['--no-hooks', '--namespace', namespace, '--values', values, '--kube-version', '1.34.0'];
    const text = helm('template', 'parley', chart, ...args, ...more);
    return parseAllDocuments(text).flatMap((document) => (document.toJS() ? [document.toJS() as Resource] : []));
  }

  function helm(...args: string[]): string {
    return execFileSync(findProgram('helm') ?? 'helm', args, { encoding: 'utf8', stdio: 'pipe' });
  }
});

function nameOf({ kind, metadata }: Resource): string {
  return `${kind}/${metadata.name}`;
}

/** In which order they are applied says nothing. */
function sorted(documents: readonly Resource[]): Resource[] {
  return documents.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}
