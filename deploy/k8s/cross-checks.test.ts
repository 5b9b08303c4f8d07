import { readFile } from 'node:fs/promises';
import { readConfig } from '@parley/service-kit/config';
import { parse } from 'yaml';

import { readConfig as readGatewayConfig } from '../../apps/gateway/src/config.ts';
import { production as mediaProduction } from '../../apps/media/src/config.ts';
import { production as workspaceProduction } from '../../apps/workspace/src/config.ts';
import { type ConfiguredService, common, schemas } from '../schemas.ts';
import {
  type Container,
  containerOf,
  containersOf,
  documentsOf,
  type Labels,
  mapIn,
  selects,
  type Workload,
} from './mesh.fixture.ts';
import { everyone, services } from './mesh.ts';
import type { Resource } from './resource.ts';
import { externalSecrets } from './secrets.ts';

interface Compose {
  services: Record<string, { image: string; build?: object }>;
}

const repository = new URL('../../', import.meta.url);
const compose = parse(await readFile(new URL('docker-compose.yml', repository), 'utf8'), { merge: true }) as Compose;
const { version } = JSON.parse(await readFile(new URL('package.json', repository), 'utf8')) as { version: string };
const dockerfile = await readFile(new URL('deploy/Dockerfile', repository), 'utf8');
const local = documentsOf('local');
const production = documentsOf('production');
const places = [local, production];

/** Pods that an operator makes; which labels it gives them is its own promise. */
const operated: Labels[] = [{ 'cnpg.io/cluster': 'parley-postgres' }];

describe.each(places)('in $place', ({ place, all, workloads, processes, services: names, settings }) => {
  const pods = [
    ...workloads.map(({ spec }) => spec.template.metadata.labels),
    ...(place === 'production' ? operated : []),
  ];

  it('every selector finds pods', () => {
    const selectors = all.flatMap((document) => selectorsIn(document));
    expect(selectors.length).toBeGreaterThan(50);
    expect(selectors.filter((selector) => !pods.some((labels) => selects(selector, labels)))).toEqual([]);
  });

  it('every Service leads to a port that its pods have', () => {
    const lost = names.flatMap(({ metadata, spec }) => {
      const behind = workloads.filter(({ spec: { template } }) => selects(spec.selector, template.metadata.labels));
      const open = behind.flatMap((workload) => (containerOf(workload).ports ?? []).map(({ name }) => name));
      return spec.ports
        .filter(({ targetPort }) => !open.includes(targetPort))
        .map(({ name }) => `${metadata.name}:${name}`);
    });
    expect(lost).toEqual([]);
  });

  it('every address in the settings is one that a Service answers', () => {
    const inside = Object.entries(settings).flatMap(([name, value]) => {
      const address = /^(?:(?:https?|nats|redis):\/\/)?([a-z-]+):(\d+)$/.exec(value);
      return address && !value.includes('localhost') ? [{ name, host: address[1], port: Number(address[2]) }] : [];
    });
    expect(inside.length).toBeGreaterThanOrEqual(services.length * 2 + 2);
    const answers = (host: string | undefined, port: number) =>
      names.some(({ metadata, spec }) => metadata.name === host && spec.ports.some((one) => one.port === port));
    expect(inside.filter(({ host, port }) => !answers(host, port))).toEqual([]);
  });

  it('finds its databases where a Service answers, or the operator makes one', () => {
    const { host } = mapIn(all, 'parley-database');
    const hosts = place === 'production' ? ['parley-postgres-rw'] : names.map(({ metadata }) => metadata.name);
    expect(hosts).toContain(host);
  });

  it('every ConfigMap, Secret and volume that is named is there, or declared to come from outside', () => {
    const maps = Object.fromEntries(
      all.flatMap(({ kind, metadata, data }) =>
        kind === 'ConfigMap' ? [[metadata.name, Object.keys(data ?? {})]] : [],
      ),
    );
    const secrets = Object.fromEntries(
      all.flatMap(({ kind, metadata, stringData }) =>
        kind === 'Secret' ? [[metadata.name, Object.keys(stringData ?? {})]] : [],
      ),
    );
    const known: Record<string, readonly string[]> = place === 'production' ? externalSecrets : secrets;
    const lost = workloads.flatMap((workload) => {
      const volumes = workload.spec.template.spec.volumes ?? [];
      const mounted = [...volumes, ...(workload.spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata)];
      return [
        ...volumes.filter(({ configMap }) => configMap && !maps[configMap.name]),
        ...containersOf(workload).flatMap((container) => [
          ...secretsOf(container).filter(({ name, key, optional }) => !optional && !known[name]?.includes(key)),
          ...mapsOf(container).filter(({ name, key }) => !maps[name]?.includes(key)),
          ...(container.envFrom ?? []).filter(({ configMapRef }) => !maps[configMapRef.name]),
          ...container.volumeMounts.filter(({ name }) => !mounted.some((volume) => volume.name === name)),
        ]),
      ];
    });
    expect(lost).toEqual([]);
  });

  it('every probe of ours asks what is answered, and no gateway is taken away because a service is', () => {
    for (const workload of processes) {
      const { livenessProbe, readinessProbe, ports } = containerOf(workload);
      const isGateway = workload.metadata.name === 'gateway';
      expect([livenessProbe?.httpGet, readinessProbe?.httpGet]).toEqual([
        { path: '/healthz', port: 'ops' },
        isGateway ? { path: '/healthz', port: 'http' } : { path: '/readyz', port: 'ops' },
      ]);
      const image = Object.fromEntries(
        [...dockerfile.matchAll(/(HTTP|GRPC|OPS)_PORT=(\d+)/g)].map(([, name, port]) => [name, Number(port)]),
      );
      for (const { name, containerPort } of ports ?? [])
        expect({ name, containerPort }).toEqual({ name, containerPort: image[name.toUpperCase()] });
    }
  });

  it('runs the images that compose builds, and its servers', () => {
    const built = Object.values(compose.services).map(({ image }) => image.replace(/^\$\{\w+:-(.*)\}$/, '$1'));
    const strange = workloads
      .flatMap((workload) => containersOf(workload).map(({ image }) => image))
      .filter((image) => !built.includes(image.replace(/^(parley\/\w+):.*/, '$1')));
    expect(strange).toEqual([]);
  });

  it.each(processes.map((workload) => [workload.metadata.name, workload] as const))(
    'gives %s an environment that it starts with, and no unknown variable',
    (name, workload) => {
      const own = environmentOf(workload);
      const auxiliary = ['DATABASE_HOST', 'DATABASE_USER', 'DATABASE_PASSWORD', `DATABASE_URL_${name.toUpperCase()}`];
      // Of Node, and of the C library under it.
      const runtime = ['NODE_OPTIONS', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_'];
      const known = [...Object.keys(common.shape), ...Object.keys(shapeOf(name)), ...auxiliary, ...runtime];
      expect(Object.keys(own).filter((variable) => !known.includes(variable))).toEqual([]);
      expect(() => start(name, { ...imageEnvironment(), ...settings, ...own })).not.toThrow();
    },
  );

  it('sets nothing for all that no service reads', () => {
    const known = new Set([
      ...Object.keys(common.shape),
      ...everyone.flatMap(({ name }) => Object.keys(shapeOf(name))),
      'NATS_REPLICAS',
    ]);
    expect(Object.keys(settings).filter((name) => !known.has(name) && !/^[A-Z]+_(URL|GRPC)$/.test(name))).toEqual([]);
  });
});

describe('a production', () => {
  it('holds no secret in its manifests, and no image that may change', () => {
    expect(production.all.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    const images = production.workloads.flatMap((workload) => containersOf(workload).map(({ image }) => image));
    expect(images.filter((image) => /:latest$|^[^:]+$/.test(image))).toEqual([]);
  });

  it('migrates every database by a Job of the release, for which its replicas wait and which waits for the database', () => {
    const words = (containers: readonly Container[] = []) => containers.map(({ image, args }) => [image, args?.at(-1)]);
    for (const { name, stores } of everyone) {
      const image = `parley/${name}:${version}`;
      const { initContainers } =
        production.processes.find(({ metadata }) => metadata.name === name)?.spec.template.spec ?? {};
      const job = production.workloads.find(
        ({ kind, metadata }) => kind === 'Job' && metadata.name.startsWith(`${name}-migration-`),
      );
      expect(words(initContainers)).toEqual(stores ? [[image, 'await-migrations']] : []);
      expect(job ? words(containersOf(job)) : []).toEqual(
        stores
          ? [
              [image, 'await-database'],
              [image, 'migrate'],
            ]
          : [],
      );
      if (job) expect(job.metadata.name.endsWith(version.replaceAll('.', '-'))).toBe(true);
    }
  });

  it('gives each process time to finish: a pause before the signal, the drain, calls to others, and some to close', () => {
    for (const workload of production.processes) {
      const { lifecycle } = containerOf(workload);
      const drainMs = common.shape.DRAIN_TIMEOUT.parse(environmentOf(workload).DRAIN_TIMEOUT);
      const grace = workload.spec.template.spec.terminationGracePeriodSeconds ?? 0;
      expect(grace).toBeGreaterThanOrEqual((lifecycle?.preStop.sleep.seconds ?? 0) + drainMs / 1_000 + 25);
    }
  });

  it('lets no disruption take the last replica', () => {
    const budgets = production.all.filter(({ kind }) => kind === 'PodDisruptionBudget');
    const scalers = production.all.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    const named = (resources: readonly Resource[]) => resources.map(({ metadata }) => metadata.name);
    expect(named(budgets)).toEqual(expect.arrayContaining(named(scalers)));
    expect(named(scalers)).toEqual(everyone.map(({ name }) => name));
    for (const { spec } of scalers) expect((spec as { minReplicas: number }).minReplicas).toBeGreaterThan(1);
    for (const { spec } of budgets) expect((spec as { maxUnavailable: number }).maxUnavailable).toBe(1);
  });

  it('asks PostgreSQL for no more connections than it grants, whatever has grown', () => {
    for (const { name, connections, stores } of services) {
      const shape = { ...common.shape, ...shapeOf(name) } as Record<string, { parse(value: unknown): unknown }>;
      const env = environmentOf(production.processes.find(({ metadata }) => metadata.name === name));
      const pools = Object.keys(shape).filter((variable) => variable.endsWith('_POOL'));
      const asked = pools.reduce((sum, variable) => sum + Number(shape[variable]?.parse(env[variable])), 0);
      // Besides: two that never wait for the pool, two for heartbeat and readiness, one that the relay listens with, one for migrations.
      expect(connections).toBeGreaterThanOrEqual(stores ? asked + 6 : 0);
    }
    const cluster = production.all.find(({ kind }) => kind === 'Cluster') as unknown as {
      spec: { postgresql: { parameters: { max_connections: string } } };
    };
    const most = services.reduce((sum, { connections, replicas }) => sum + connections * (replicas.max + 1), 0);
    expect(Number(cluster.spec.postgresql.parameters.max_connections)).toBeGreaterThan(most);
  });

  it('lets exactly those call outside that call addresses of customers, and none of them inside', () => {
    const calling = everyone.filter(({ name }) => 'OUTBOUND_DENY' in shapeOf(name)).map(({ name }) => name);
    const policies = production.all.filter(({ kind }) => kind === 'NetworkPolicy');
    const spec = policies.find(({ metadata }) => metadata.name === 'calls-outside')?.spec;
    expect(spec).toMatchObject({
      podSelector: { matchExpressions: [{ values: calling }] },
      egress: [
        {
          to: [
            { ipBlock: { except: expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']) } },
            { ipBlock: { except: expect.arrayContaining(['fc00::/7', 'fe80::/10']) } },
          ],
        },
      ],
    });
    expect(policies.find(({ metadata }) => metadata.name === 'default-deny')?.spec).toEqual({
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
      ingress: [],
      egress: [],
    });
  });
});

function shapeOf(name: string): object {
  return schemas[name as ConfiguredService].shape;
}

function secretsOf({ env = [] }: Container) {
  return env.flatMap(({ valueFrom }) => (valueFrom?.secretKeyRef ? [valueFrom.secretKeyRef] : []));
}

function mapsOf({ env = [] }: Container) {
  return env.flatMap(({ valueFrom }) => (valueFrom?.configMapKeyRef ? [valueFrom.configMapKeyRef] : []));
}

/** What the image itself sets; see deploy/Dockerfile. */
function imageEnvironment() {
  return Object.fromEntries(
    [...dockerfile.matchAll(/\b([A-Z_]+_PORT|PARLEY_HOST)=([\d.]+)/g)].map(([, name, value]) => [name, value]),
  );
}

/** What a container gets besides the common settings, with sound values where a Secret or another ConfigMap holds them. */
function environmentOf(workload: Workload | undefined): Record<string, string> {
  const { env = [] } = workload ? containerOf(workload) : {};
  return Object.fromEntries(env.map(({ name, value }) => [name, value ?? secretValues[name] ?? 'x'.repeat(43)]));
}

const ring = { keys: [{ crv: 'Ed25519', kty: 'OKP', kid: 'one', d: 'x'.repeat(43), x: 'y'.repeat(43) }] };
const secretValues: Record<string, string> = {
  TOKEN_SIGNING_KEYS: JSON.stringify(ring),
  SMTP_URL: 'smtps://mail.example.com',
  VAPID_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url'),
  ENGINE_SECRETS: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
};

function start(name: string, env: Record<string, string | undefined>): void {
  if (name === 'gateway') {
    readGatewayConfig(env);
    return;
  }
  const service = name as Exclude<ConfiguredService, 'gateway'>;
  const rules = { workspace: workspaceProduction, media: mediaProduction }[name as 'workspace' | 'media'];
  const required = [...(rules?.required ?? []), 'NATS_URL', 'PUBLIC_URL'];
  readConfig({ service, env, schema: schemas[service], production: { ...rules, required } });
}

/** All selectors of pods in a document, wherever they stand. */
function selectorsIn(document: object): Labels[] {
  const found: Labels[] = [];
  const walk = (value: unknown, field: string) => {
    if (typeof value !== 'object' || value === null) return;
    const inner = value as { matchLabels?: Labels; matchExpressions?: { key: string; values: string[] }[] };
    if (['podSelector', 'labelSelector'].includes(field) || (field === 'selector' && inner.matchLabels)) {
      const labels = inner.matchLabels ?? {};
      const each = inner.matchExpressions?.flatMap(({ key, values }) =>
        values.map((value) => ({ ...labels, [key]: value })),
      );
      found.push(...(each ?? [labels]));
    } else if (field === 'selector') found.push(value as Labels);
    else for (const [name, child] of Object.entries(value)) walk(child, Array.isArray(value) ? field : name);
  };
  walk(document, '');
  return found;
}
