import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describeWithProgram, findProgram } from '@parley/testkit';
import { parseAllDocuments } from 'yaml';

import { documentsIn } from './build.ts';
import { dashboards, monitoring } from './monitoring.ts';
import { readPlaces } from './places.ts';
import type { Resource } from './resource.ts';

const places = await readPlaces();

describeWithProgram('kustomize', 'kustomize', () => {
  it.each(places.map((place) => [place.name, place] as const))(
    'makes of the overlay %s what the other tests judge',
    (name, place) => {
      expect(built(`overlays/${name}`)).toEqual(sorted(documentsIn(place)));
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
    expect(built('monitoring')).toEqual(sorted(wanted));
  });
});

function built(folder: string): Resource[] {
  const path = fileURLToPath(new URL(folder, import.meta.url));
  const text = execFileSync(findProgram('kustomize') ?? 'kustomize', ['build', path], { encoding: 'utf8' });
  return sorted(parseAllDocuments(text).map((document) => document.toJS() as Resource));
}

/** In which order they are applied says nothing. */
function sorted(documents: readonly Resource[]): Resource[] {
  const nameOf = ({ kind, metadata }: Resource) => `${kind}/${metadata.name}`;
  return documents.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}
