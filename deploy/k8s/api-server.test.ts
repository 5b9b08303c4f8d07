import { describeWithProgram } from '@parley/testkit';

import { type ApiServer, builtInDocumentsOf, firstKinds, startApiServer } from './api-server.fixture.ts';
import { type Place, readPlaces, readVariants, readVersion } from './places.ts';
import type { Resource } from './resource.ts';

const version = await readVersion();
const places = [...(await readPlaces(version)), ...(await readVariants(version))];

describeWithProgram('kube-apiserver', 'a real API server', () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await startApiServer();
  }, 60_000);
  afterAll(() => server?.stop());

  it.each(places.map((place) => [place.name, place] as const))(
    'accepts every document of %s, and pods under the strictest standard',
    async (_name, place) => {
      const documents = documentsFor(place);
      const refusals: string[] = [];
      for (const document of documents) refusals.push(...(await server.apply(document)));
      for (const pod of documents.flatMap(podOf)) refusals.push(...(await server.apply(pod, true)));
      expect(refusals).toEqual([]);
    },
    60_000,
  );

  it.each<[string, (document: Resource) => object, RegExp]>([
    ['an unknown field', (pod) => ({ spec: { ...(pod.spec as object), replica: 1 } }), /unknown field|not declared/],
    ['a pod that may become root', (pod) => ({ spec: { ...(pod.spec as object), securityContext: {} } }), /restricted/],
    [
      'an account that is not there',
      (pod) => ({ spec: { ...(pod.spec as object), serviceAccountName: 'x' } }),
      /not found/,
    ],
    [
      'a class that is not there',
      (pod) => ({ spec: { ...(pod.spec as object), priorityClassName: 'x' } }),
      /PriorityClass/,
    ],
  ])('refuses %s', async (_fault, change, says) => {
    const [production] = places;
    const documents = production ? documentsFor(production) : [];
    for (const document of documents.filter(({ kind }) => firstKinds.includes(kind))) await server.apply(document);
    const [pod] = documents.flatMap(podOf);
    expect(await server.apply(pod as Resource, true)).toEqual([]);
    expect((await server.apply({ ...pod, ...change(pod as Resource) } as Resource, true)).join()).toMatch(says);
  });
});

/** Each place in a namespace of its own, so that the second is no change of the first. */
function documentsFor(place: Place): Resource[] {
  return builtInDocumentsOf({ ...place, namespace: `parley-${place.name}` });
}

/** A pod as the controllers would make it. */
function podOf({ kind, metadata, spec }: Resource): Resource[] {
  if (!['Deployment', 'StatefulSet', 'Job'].includes(kind)) return [];
  const { template, volumeClaimTemplates = [] } = spec as {
    template: { metadata: object; spec: { volumes?: object[] } };
    volumeClaimTemplates?: { metadata: { name: string } }[];
  };
  const claimed = volumeClaimTemplates.map(({ metadata: { name } }) => ({
    name,
    persistentVolumeClaim: { claimName: name },
  }));
  const { name, namespace } = metadata;
  return [
    {
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { ...template.metadata, name, ...(namespace && { namespace }) } },
      spec: { ...template.spec, volumes: [...(template.spec.volumes ?? []), ...claimed] },
    },
  ];
}
