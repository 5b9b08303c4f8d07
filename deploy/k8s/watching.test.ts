import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

import { provokedAlerts } from '../mesh/provoked-alerts.ts';
import { alerts, recorded } from './alerts.ts';
import { dashboardOf } from './dashboards.ts';
import { documentsOf, selects } from './mesh.fixture.ts';
import { everyone } from './mesh.ts';
import { monitoring } from './monitoring.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const guide = await readFile(`${repository}docs/operations/watching.md`, 'utf8');
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

describe('the guide of watching', () => {
  it('names the exporter of every metric that alerts read and no service has, and of no other', () => {
    const queried = alerts.flatMap(({ expression }) => metricsIn(expression)).filter((name) => !known.has(name));
    const table = /^\| metrics \| exporter \|\n([\s\S]*?)\n\n/m.exec(guide)?.[1] ?? '';
    const named = table.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)]);
    expect(named.map(([, name]) => name).sort()).toEqual([...new Set(queried)].sort());
  });

  it('says of each alert whether a mesh was made to fire it, or what that needs', () => {
    const namesIn = (text: string) => [...text.matchAll(/`(Parley\w+)`/g)].map(([, name = '']) => name);
    const [, list = '', table = ''] =
      /<!-- provoked:begin .*-->\n([\s\S]*?)<!-- provoked:end -->[\s\S]*?\n(\| alerts \|[\s\S]*?)\n\n/.exec(guide) ??
      [];
    const provoked = Object.values(provokedAlerts).flat();
    expect(namesIn(list)).toEqual([...new Set(provoked.map(({ alertname }) => alertname))].sort());
    expect([...namesIn(list), ...namesIn(table)].sort()).toEqual(alerts.map(({ name }) => name).sort());
  });

  it('has a collector whose pipelines are made of parts that it has', () => {
    const [, text = ''] = /<!-- collector .*-->\n```yaml\n([\s\S]*?)```/.exec(guide) ?? [];
    const { service, ...parts } = parse(text) as {
      service: { pipelines: Record<string, Record<string, string[]>> };
    } & Record<string, object>;
    for (const [kind, names] of Object.values(service.pipelines).flatMap((pipeline) => Object.entries(pipeline)))
      expect(Object.keys(parts[kind] ?? {})).toEqual(expect.arrayContaining(names));
  });
});

/** Names of all metrics, also those that a pattern of `__name__` stands for. */
function metricsIn(query: string): string[] {
  const patterns = [...query.matchAll(/__name__=~"\((\w+)\|(\w+)\)(\w+)"/g)];
  const spread = patterns.flatMap(([, one, other, rest]) => [`${one}${rest}`, `${other}${rest}`]);
  const plain = query.replaceAll(/"[^"]*"|\b(by|on|group_left) *\([^)]*\)/g, '').match(/\b[a-z]+(_[a-z]+)+\b/g) ?? [];
  return [
    ...spread,
    ...plain.filter((name) => name !== 'group_left' && name !== 'job_name' && name !== 'avg_over_time'),
  ]
    .map((name) => (known.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '')))
    .filter((name) => !name.startsWith('histogram_quantile') && name !== '__name__');
}

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
