// Writes the manifests:  node deploy/k8s/render.ts
// What is written is committed, so that a pull request shows what a change does to the cluster; a test says when it is stale.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { stringify } from 'yaml';

import { dashboardOf } from './dashboards.ts';
import { everyone } from './mesh.ts';
import { monitoring } from './monitoring.ts';
import { ingress, networkPolicies } from './network.ts';
import { type Place, placesOf, settings } from './places.ts';
import { ours, type Rendered, type Resource } from './resource.ts';
import { localSecrets } from './secrets.ts';
import { operatedPostgres, servers } from './servers.ts';
import { workloadOf } from './workload.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const heading = '# Written by deploy/k8s/render.ts; change that, not this.\n';

/** All manifests, as they should stand in the folders beside this file. */
export async function renderAll(): Promise<Rendered[]> {
  const { version } = JSON.parse(await readFile(join(here, '../../package.json'), 'utf8')) as { version: string };
  const example = parseEnv(await readFile(join(here, '../local.env'), 'utf8'));
  return [...placesOf(version).map((place) => meshIn(place, example)), watched()];
}

function meshIn(place: Place, example: Record<string, string | undefined>): Rendered {
  const isLocal = place.name === 'local';
  const documents: Record<string, readonly Resource[]> = {
    ...Object.fromEntries(everyone.map((plan) => [plan.name, workloadOf(plan, place)])),
    settings: [namespace, settings(place)],
    network: [...networkPolicies(place), ...(isLocal ? [] : [ingress(place)])],
    servers: servers(place),
    ...(isLocal ? { secrets: localSecrets(example) } : { database: operatedPostgres() }),
  };
  const files = Object.entries(documents).map(([name, resources]) => [`${name}.yaml`, yamlOf(resources)] as const);
  const kustomization = { namespace: 'parley', resources: files.map(([name]) => name) };
  return { folder: place.name, files: new Map([...files, ['kustomization.yaml', kustomizationOf(kustomization)]]) };
}

/** Apart from the mesh: a cluster without the operator of Prometheus does not know these kinds. */
function watched(): Rendered {
  const dashboards = everyone.map((plan) => [`dashboards/${plan.name}.json`, dashboardOf(plan)] as const);
  const kustomization = {
    namespace: 'parley',
    resources: ['monitoring.yaml'],
    configMapGenerator: everyone.map(({ name }) => ({
      name: `parley-dashboard-${name}`,
      files: [`dashboards/${name}.json`],
      // What Grafana's sidecar looks for.
      options: { labels: { grafana_dashboard: '1', ...ours } },
    })),
    generatorOptions: { disableNameSuffixHash: true },
  };
  return {
    folder: 'monitoring',
    files: new Map([
      ['monitoring.yaml', yamlOf(monitoring())],
      ['kustomization.yaml', kustomizationOf(kustomization)],
      ...dashboards.map(([file, dashboard]) => [file, `${JSON.stringify(dashboard, null, 2)}\n`] as const),
    ]),
  };
}

const namespace: Resource = {
  apiVersion: 'v1',
  kind: 'Namespace',
  // Our containers keep to the strictest standard; the servers beside them, too.
  metadata: { name: 'parley', labels: { ...ours, 'pod-security.kubernetes.io/enforce': 'restricted' } },
};

function kustomizationOf(fields: object): string {
  return heading + write({ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', ...fields });
}

function yamlOf(resources: readonly Resource[]): string {
  return heading + resources.map(write).join('---\n');
}

function write(document: object): string {
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}

if (import.meta.main) {
  for (const { folder, files } of await renderAll()) {
    await rm(join(here, folder), { recursive: true, force: true });
    for (const [name, text] of files) {
      const path = join(here, folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
  }
}
