import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { alerts, recorded } from './alerts.ts';
import { dashboardOf } from './dashboards.ts';
import { documentsOf, selects } from './mesh.fixture.ts';
import { everyone } from './mesh.ts';
import { monitoring } from './monitoring.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
/** Metrics that stand in the code, and those that are recorded from them. */
const known = new Set([...(await metricsInCode()), ...Object.keys(recorded)]);

it.each(alerts.map(({ name, expression }) => [name, expression]))(
  '%s reads metrics that a service has',
  (_name, expression) => {
    expect(strangersIn(expression)).toEqual([]);
  },
);

it('records from metrics that a service has', () => {
  expect(Object.values(recorded).flatMap(strangersIn)).toEqual([]);
});

it.each(everyone.map((plan) => [plan.name, plan] as const))(
  'the dashboard of %s shows metrics that a service has',
  (name, plan) => {
    const queries = dashboardOf(plan).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(queries.flatMap(strangersIn)).toEqual([]);
    expect(queries.join()).toContain(`service="${name}"`);
  },
);

it('scales each service by a metric that it has, and by none that is only named', () => {
  const signals = everyone.map(({ signal }) => signal.metric);
  expect(signals.filter((metric) => !known.has(metric))).toEqual([]);
});

it('finds the operations port of every service', () => {
  const { services: names } = documentsOf('production');
  const monitors = monitoring().filter(({ kind }) => kind === 'ServiceMonitor');
  const found = monitors.flatMap((monitor) => {
    const { selector, endpoints } = monitor.spec as {
      selector: { matchLabels: Record<string, string> };
      endpoints: { port: string }[];
    };
    return names
      .filter(({ metadata }) => selects(selector.matchLabels, metadata.labels ?? {}))
      .filter(({ spec }) => endpoints.every(({ port }) => spec.ports.some(({ name }) => name === port)))
      .map(({ metadata }) => metadata.name);
  });
  expect(found.sort()).toEqual(everyone.map(({ name }) => name).sort());
});

function strangersIn(query: string): string[] {
  const names = query.match(/\bparley_[a-z_]+/g) ?? [];
  return names.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, '')));
}

async function metricsInCode(): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob('{apps,packages}/*/src/**/*.ts', { cwd: repository, exclude: ['**/generated/**'] })) {
    if (file.endsWith('.test.ts')) continue;
    const source = await readFile(`${repository}${file}`, 'utf8');
    found.push(...[...source.matchAll(/'(parley_[a-z_]+)'/g)].flatMap(([, name]) => name ?? []));
  }
  return found;
}
