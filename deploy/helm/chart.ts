import { readFile } from 'node:fs/promises';
import { stringify } from 'yaml';

import { base } from '../k8s/base.ts';
import { dualStack } from '../k8s/dual-stack.ts';
import { secretsOfStore } from '../k8s/external-secrets.ts';
import { growth } from '../k8s/growth.ts';
import { forwardedPort, gatewayApi, ingress, ingressNginx, traefik } from '../k8s/ingress.ts';
import { localServers } from '../k8s/local-servers.ts';
import { everyone } from '../k8s/mesh.ts';
import { migrations } from '../k8s/migrations.ts';
import { dashboards, monitoring } from '../k8s/monitoring.ts';
import { mutualTls } from '../k8s/mutual-tls.ts';
import { nats, natsCluster, ownNats } from '../k8s/nats.ts';
import { operatedPostgres } from '../k8s/operated-postgres.ts';
import { readLocalEnvironment } from '../k8s/places.ts';
import { ownPostgres } from '../k8s/policy.ts';
import { priority } from '../k8s/priority.ts';
import { ownRedis, redis } from '../k8s/redis.ts';
import type { ReleasedImages } from '../k8s/render.ts';
import type { Component, Resource } from '../k8s/resource.ts';
import { transfer } from '../k8s/transfer.ts';
import { placeholder, Templates } from './template.ts';
import { valuesSchema, valuesText } from './values.ts';

export interface ChartOptions extends ReleasedImages {
  version: string;
}

/** A component, and the values with which the chart has it. In the order in which places take them. */
interface Choice {
  when: string;
  component: Component;
}

const by = (part: string, ...ways: string[]) =>
  `has .Values.${part}.by (list ${ways.map((way) => `"${way}"`).join(' ')})`;

async function choices(): Promise<readonly Choice[]> {
  return [
    { when: by('nats', 'single', 'cluster'), component: nats },
    { when: by('nats', 'own'), component: ownNats },
    { when: by('redis', 'single'), component: redis },
    { when: by('redis', 'own'), component: ownRedis },
    { when: by('postgres', 'trial'), component: localServers(await readLocalEnvironment()) },
    { when: '.Values.autoscaling.enabled', component: growth },
    { when: by('nats', 'cluster'), component: natsCluster },
    {
      when: by('postgres', 'operator'),
      component: operatedPostgres({ endpoint: placeholder('backupEndpoint'), path: placeholder('backupPath') }),
    },
    { when: by('postgres', 'own'), component: ownPostgres(placeholder('databaseHost')) },
    { when: by('migrations', 'job'), component: migrations(placeholder('versionInNames')) },
    { when: by('entrance', 'ingress', 'ingress-nginx', 'traefik'), component: ingress(placeholder('host')) },
    { when: by('entrance', 'ingress-nginx'), component: ingressNginx },
    { when: by('entrance', 'traefik'), component: traefik },
    { when: by('entrance', 'gateway-api'), component: gatewayApi(placeholder('host')) },
    { when: by('entrance', 'port-forward'), component: forwardedPort },
    { when: '.Values.priority.enabled', component: priority },
    { when: '.Values.dualStack.enabled', component: dualStack },
    { when: '.Values.mutualTls.enabled', component: mutualTls },
    { when: '.Values.externalSecrets.enabled', component: secretsOfStore },
    {
      when: '.Values.transfer.enabled',
      component: transfer({
        job: placeholder('transferName'),
        args: placeholder('transferArgs'),
        size: placeholder('transferSize'),
      }),
    },
  ];
}

const expressions: Record<string, string> = {
  namespace: '.Release.Namespace',
  host: '.Values.entrance.host | quote',
  databaseHost: '.Values.postgres.host | quote',
  backupEndpoint: '.Values.postgres.backups.endpoint | quote',
  backupPath: '.Values.postgres.backups.path | quote',
  transferName: '.Values.transfer.name | quote',
  transferArgs: '.Values.transfer.args | toJson',
  transferSize: '.Values.transfer.size | quote',
  versionInNames: '.Values.tag | default .Chart.AppVersion | replace "." "-"',
  ...Object.fromEntries(
    everyone.flatMap(({ name }) => [
      ...['min', 'max'].map((end) => [`${name} ${end}`, `.Values.services.${name}.replicas.${end}`]),
      ...['cpu', 'memory', 'memoryLimit'].map((field) => [`${name} ${field}`, `.Values.services.${name}.${field}`]),
    ]),
  ),
};

/** The chart, made of the same parts as the manifests for kustomize: path within the chart → text. */
export async function chartFiles({ version, registry, digests }: ChartOptions): Promise<ReadonlyMap<string, string>> {
  const parts = await choices();
  const changes = parts.flatMap(({ when, component }) =>
    (component.changes ?? []).map((change) => ({ when, change: adjustable(change) })),
  );
  const templates = new Templates(changes, expressions);
  const files = new Map([
    ...Object.entries(base).map(([file, documents]) => {
      const written = documents.map((document) =>
        templates.write(adjustable(document), document.kind === 'Namespace' ? '.Values.namespace.create' : undefined),
      );
      return [`templates/${file}.yaml`, written.join('')] as const;
    }),
    ...parts.flatMap(({ when, component }) =>
      Object.entries(component.adds).map(([file, documents]) => {
        const written = documents.map((document) => templates.write(adjustable(document)));
        return [
          `templates/${component.name}-${file}.yaml`,
          `{{- if ${when} }}\n${written.join('')}{{- end }}\n`,
        ] as const;
      }),
    ),
    ['templates/monitoring.yaml', watched(templates)],
  ]);
  const own = ['templates/_helpers.tpl', 'templates/NOTES.txt', 'templates/tests/walk.yaml', 'files/walk.mjs'];
  for (const path of own) files.set(path, await readFile(new URL(`own/${path}`, import.meta.url), 'utf8'));
  for (const { file, text } of dashboards) files.set(`files/dashboards/${file}`, text);
  files.set('Chart.yaml', stringify(chartOf(version)));
  files.set('values.yaml', valuesText({ registry, digests }));
  files.set('values.schema.json', `${JSON.stringify(valuesSchema, null, 2)}\n`);
  return files;
}

function chartOf(version: string) {
  return {
    apiVersion: 'v2',
    name: 'parley',
    description: 'Customer conversations: live chat and support tickets behind one API',
    type: 'application',
    version,
    appVersion: version,
    // As for the manifests: docs/operations/install.md.
    kubeVersion: '>=1.30.0-0',
  };
}

/** What the table says of a service is the default of a value. */
function adjustable(document: Resource): Resource {
  const { name } = document.metadata;
  const plan = everyone.find((one) => one.name === name);
  if (!plan) return document;
  const { requests, memoryLimit, replicas } = plan;
  if (document.kind === 'HorizontalPodAutoscaler') {
    const spec = document.spec as { minReplicas: number; maxReplicas: number };
    if (spec.minReplicas !== replicas.min || spec.maxReplicas !== replicas.max) return document;
    return {
      ...document,
      spec: { ...spec, minReplicas: placeholder(`${name} min`), maxReplicas: placeholder(`${name} max`) },
    };
  }
  if (document.kind !== 'Deployment') return document;
  const replaced: Record<string, string> = {
    [requests.memory]: 'memory',
    [memoryLimit]: 'memoryLimit',
    [requests.cpu]: 'cpu',
  };
  return JSON.parse(JSON.stringify(document), (field, value) => {
    const meant = ['cpu', 'memory'].includes(field) && typeof value === 'string' ? replaced[value] : undefined;
    return meant ? placeholder(`${name} ${meant}`) : value;
  }) as Resource;
}

function watched(templates: Templates): string {
  const documents = monitoring().map((document) => templates.write(document));
  const maps = dashboards.map(({ name, labels, file }) =>
    templates
      .write({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels } })
      .concat(`data:\n  ${file}: {{ .Files.Get "files/dashboards/${file}" | toJson }}\n`),
  );
  return `{{- if .Values.monitoring.enabled }}\n${[...documents, ...maps].join('')}{{- end }}\n`;
}
