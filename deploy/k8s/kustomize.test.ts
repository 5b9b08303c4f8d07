import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeWithProgram, findProgram } from '@parley/testkit';
import { parseAllDocuments } from 'yaml';

import { documentsIn } from './build.ts';
import { dashboards, monitoring } from './monitoring.ts';
import { readPlaces } from './places.ts';
import type { Resource } from './resource.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const places = await readPlaces();

describeWithProgram('kustomize', 'kustomize', () => {
  it.each(places.map((place) => [place.name, place] as const))(
    'makes of the overlay %s what the other tests judge',
    (name, place) => {
      expect(built(join(here, 'overlays', name))).toEqual(sorted(documentsIn(place)));
    },
  );

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
});

function built(path: string): Resource[] {
  const text = execFileSync(findProgram('kustomize') ?? 'kustomize', ['build', path], { encoding: 'utf8' });
  return sorted(parseAllDocuments(text).map((document) => document.toJS() as Resource));
}

/** In which order they are applied says nothing. */
function sorted(documents: readonly Resource[]): Resource[] {
  const nameOf = ({ kind, metadata }: Resource) => `${kind}/${metadata.name}`;
  return documents.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}
