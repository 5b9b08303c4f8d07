import { readFile } from 'node:fs/promises';
import { parse, parseAllDocuments } from 'yaml';

import { serviceNames, storingNames } from '../apps/all-in-one/src/mesh.ts';
import { upstreamNames } from '../apps/gateway/src/config.ts';
import { everyone, services, storing } from './k8s/mesh.ts';
import { schemas } from './schemas.ts';

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
const compose = parse(await read('../docker-compose.yml'), { merge: true }) as {
  services: Record<string, { build?: { args: { APP: string } }; depends_on?: object; profiles?: string[] }>;
};
const built = Object.entries(compose.services).flatMap(([name, { build }]) => (build ? [name] : []));
const wanted = [...serviceNames].sort();
const withGateway = [...serviceNames, 'gateway'].sort();

describe('the services of the all-in-one are those', () => {
  it('of the gateway', () => expect([...upstreamNames].sort()).toEqual(wanted));

  it('of compose, each with its own image, and the gateway waits for all', () => {
    expect(built.sort()).toEqual([...withGateway, 'transfer'].sort());
    expect(compose.services.transfer?.profiles).toEqual(['transfer']);
    for (const name of built) expect(compose.services[name]?.build?.args.APP).toBe(name);
    expect(Object.keys(compose.services.gateway?.depends_on ?? {})).toEqual(expect.arrayContaining(wanted));
  });

  it.each(['local.env', 'stack.env'])('of %s, as far as they store', async (file) => {
    const text = await read(file);
    const named = [...text.matchAll(/^DATABASE_URL_(\w+)=/gm)].map(([, name]) => name?.toLowerCase());
    expect(named.sort()).toEqual([...storingNames].sort());
  });

  it('of the manifests, with a database where they store', () => {
    expect(services.map(({ name }) => name).sort()).toEqual(wanted);
    expect(storing.map(({ name }) => name).sort()).toEqual([...storingNames].sort());
  });

  it('of the base of all clusters', async () => {
    const { resources } = parse(await read('k8s/base/kustomization.yaml')) as { resources: string[] };
    expect(resources).toEqual(expect.arrayContaining(withGateway.map((name) => `${name}.yaml`)));
    for (const name of withGateway) {
      const documents = parseAllDocuments(await read(`k8s/base/${name}.yaml`)).map((document) => document.toJS());
      expect(documents).toContainEqual(expect.objectContaining({ kind: 'Deployment' }));
    }
  });

  it.each(['local', 'production'])('of the images of %s', async (place) => {
    const { images } = parse(await read(`k8s/overlays/${place}/kustomization.yaml`)) as { images: { name: string }[] };
    expect(images.map(({ name }) => name).sort()).toEqual(
      [...withGateway, 'transfer'].sort().map((name) => `parley/${name}`),
    );
  });

  it('of the dashboards', async () => {
    const { configMapGenerator } = parse(await read('k8s/monitoring/kustomization.yaml')) as {
      configMapGenerator: { name: string }[];
    };
    expect(configMapGenerator.map(({ name }) => name)).toEqual(everyone.map(({ name }) => `parley-dashboard-${name}`));
  });

  it('of the tables of variables', () => expect(Object.keys(schemas).sort()).toEqual(withGateway));
});
