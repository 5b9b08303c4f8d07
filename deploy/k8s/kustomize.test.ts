import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeWithProgram, findProgram } from '@parley/testkit';
import { parseAllDocuments } from 'yaml';

import { documentsIn } from './build.ts';
import { dashboards, monitoring } from './monitoring.ts';
import { type Place, readPlaces, readVariants, readVersion } from './places.ts';
import { overlay, type ReleasedImages } from './render.ts';
import type { Resource } from './resource.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const version = await readVersion();
const places = await readPlaces(version);
const variants = await readVariants(version);

describeWithProgram('kustomize', 'kustomize', () => {
  it.each(places.map((place) => [place.name, place] as const))(
    'makes of the overlay %s what the other tests judge',
    (name, place) => {
      expect(built(join(here, 'overlays', name))).toEqual(sorted(documentsIn(place)));
    },
  );

  it.each(variants.map((place) => [place.name, place] as const))(
    'makes of the choice %s what the other tests judge',
    async (_name, place) => {
      expect(await builtAside(place)).toEqual(sorted(documentsIn(place)));
    },
  );

  it('names released images by their digests, wherever they are', async () => {
    const digest = `sha256:${'a'.repeat(64)}`;
    const [, production] = places;
    const text = JSON.stringify(
      await builtAside(production, { registry: 'registry.example.com/parley', digests: { gateway: digest } }),
    );
    expect(text).toContain(`"image":"registry.example.com/parley/gateway@${digest}"`);
    expect(text).toContain(`"image":"registry.example.com/parley/media:${version}"`);
  });

  it('makes of what watches the mesh its documents, and a ConfigMap of each dashboard', () => {
    const maps = dashboards.map(({ name, labels, file, text }) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, labels },
      data: { [file]: text },
    }));
    const wanted = [...monitoring(), ...maps].map((document) => ({
      ...document,
      metadata: { ...document.metadata, namespace: 'parley' },
    }));
    expect(built(join(here, 'monitoring'))).toEqual(sorted(wanted));
  });

  it('takes the overlay that the guide shows for settings of your own', async () => {
    const guide = await readFile(join(here, '../../docs/operations/install.md'), 'utf8');
    const [, example = ''] = /^# my-cluster\/kustomization\.yaml\n([\s\S]*?)^```/m.exec(guide) ?? [];
    const folder = await mkdtemp(join(tmpdir(), 'parley-overlay-'));
    try {
      await symlink(join(here, '..'), join(folder, 'deploy'));
      await mkdir(join(folder, 'my-cluster'));
      await writeFile(join(folder, 'my-cluster/kustomization.yaml'), example);
      const text = JSON.stringify(built(join(folder, 'my-cluster')));
      expect(text).toContain('"image":"registry.example.com/parley/gateway:');
      expect(text).toContain('"PUBLIC_URL":"https://chat.your.domain"');
      expect(text).toContain('"host":"chat.your.domain"');
      expect(text).not.toContain('parley.example.com"');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('runs the import that the guide to moving shows', async () => {
    const guide = await readFile(join(here, '../../docs/guides/migrating.md'), 'utf8');
    const [, patches = ''] = /^```yaml\n(patches:\n[\s\S]*?)^```/m.exec(guide) ?? [];
    const folder = await mkdtemp(join(tmpdir(), 'parley-overlay-'));
    try {
      await symlink(join(here, 'components'), join(folder, 'components'));
      await mkdir(join(folder, 'own'));
      const text = `components: [../components/transfer]\n${patches}`;
      await writeFile(join(folder, 'own/kustomization.yaml'), text);
      expect(built(join(folder, 'own')).filter(({ kind }) => kind === 'Job')).toMatchObject([
        {
          metadata: { name: 'import-1' },
          spec: { template: { spec: { containers: [{ args: ['import', 'archive', 'shop.archive'] }] } } },
        },
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** An overlay that is not committed, beside those that are. */
async function builtAside(place: Place, images?: ReleasedImages): Promise<Resource[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-overlay-'));
  try {
    for (const part of ['base', 'components']) await symlink(join(here, part), join(folder, part));
    for (const [path, text] of overlay(place, images)) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return built(join(folder, 'overlays', place.name));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function built(path: string): Resource[] {
  const text = execFileSync(findProgram('kustomize') ?? 'kustomize', ['build', path], { encoding: 'utf8' });
  return sorted(parseAllDocuments(text).map((document) => document.toJS() as Resource));
}

/** In which order they are applied says nothing. */
function sorted(documents: readonly Resource[]): Resource[] {
  const nameOf = ({ kind, metadata }: Resource) => `${kind}/${metadata.name}`;
  return documents.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}
