import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

import { documentsIn } from './build.ts';
import { builtIn, faultsAt, minors } from './minors.fixture.ts';
import { readPlaces, readVariants, readVersion } from './places.ts';
import type { Resource } from './resource.ts';

const version = await readVersion();
const places = [...(await readPlaces(version)), ...(await readVariants(version))];
const documents = places.flatMap((place) =>
  documentsIn(place)
    .filter(({ apiVersion }) => builtIn.test(apiVersion))
    .map((document) => [place.name, document] as const),
);

it('reaches from the oldest version that the chart promises, and leaves none out', async () => {
  const { kubeVersion } = parse(await readFile(new URL('../helm/parley/Chart.yaml', import.meta.url), 'utf8'));
  expect(kubeVersion).toBe(`>=${minors[0]}.0-0`);
  const [first = 0] = minors.map((minor) => Number(minor.split('.')[1]));
  expect(minors).toEqual(minors.map((_minor, nth) => `1.${first + nth}`));
  expect(minors.length).toBeGreaterThanOrEqual(3);
});

it.each(minors)('Kubernetes %s takes every document of every place', (minor) => {
  const faults = documents.flatMap(([place, document]) =>
    faultsAt(minor, document).map((fault) => `${place}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

const container = { name: 'a', image: 'b' };
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } };
const spec = { selector: { matchLabels: { a: 'b' } }, template };
const sound: Resource = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'x' }, spec };
const inPod = (fields: object) => ({
  spec: { ...spec, template: { ...template, spec: { ...template.spec, ...fields } } },
});
const limits = (memory: unknown) => ({ containers: [{ ...container, resources: { limits: { memory } } }] });

describe.each(minors)('the schemas of %s', (minor) => {
  it.each<[string, object, string]>([
    ['an unknown field', { spec: { ...spec, replica: 2 } }, `has no field replica`],
    ['a value of the wrong type', { spec: { ...spec, replicas: '2' } }, 'replicas: is no integer'],
    ['a missing field', { spec: { template } }, 'lacks selector'],
    ['a list in place of a map', inPod(limits([1])), 'memory: is no string'],
    ['a removed version', { apiVersion: 'apps/v1beta1' }, 'has no apps/v1beta1 Deployment'],
  ])('would not let %s through', (_fault, fields, says) => {
    expect(faultsAt(minor, sound)).toEqual([]);
    expect(faultsAt(minor, { ...sound, ...fields }).join()).toContain(says);
  });

  it('take numbers and words as quantities', () => {
    expect([64, '64Mi'].map((memory) => faultsAt(minor, { ...sound, ...inPod(limits(memory)) }))).toEqual([[], []]);
  });
});

it('know from which version on a field is there', () => {
  const document = { ...sound, ...inPod({ resources: { limits: { memory: '1Gi' } } }) };
  const refusing = minors.filter((minor) => faultsAt(minor, document).length > 0);
  expect(refusing).toEqual(['1.30', '1.31']);
});
