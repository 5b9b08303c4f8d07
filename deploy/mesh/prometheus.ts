import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startNamedServer } from '@parley/testkit';
import { stringify } from 'yaml';

import { alertRules } from '../k8s/alerts.ts';
import { everyone, ports } from '../k8s/mesh.ts';
import type { Mesh } from './mesh.ts';
import type { Labels } from './provoked-alerts.ts';

export interface Prometheus {
  /** Alerts that fire now. */
  firing(): Promise<Labels[]>;
  /** Alerts that fire now or have fired. */
  fired(): Promise<Labels[]>;
  /** Whether an expression has a result now. */
  holds(expression: string): Promise<boolean>;
  /** How many processes it could scrape last. */
  countUp(): Promise<number>;
  stop(): Promise<void>;
}

const callMs = 5_000;

/** A Prometheus that scrapes every process of a mesh and evaluates our rules; an alert fires as soon as its expression holds. */
export async function startPrometheus(mesh: Mesh): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-prometheus-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  await writeFile(join(folder, 'rules.yaml'), stringify({ groups: hastyRules() }));
  await writeFile(join(folder, 'prometheus.yaml'), stringify(configurationOf(mesh)));
  const ask = async (path: string) => {
    const response = await fetch(url + path, { signal: AbortSignal.timeout(callMs) });
    if (!response.ok) throw new Error(`Prometheus answers ${response.status}`);
    return response;
  };
  const read = async <Data>(path: string) => ((await (await ask(path)).json()) as { data: Data }).data;
  const query = async (expression: string) => {
    const path = `/api/v1/query?query=${encodeURIComponent(expression)}`;
    return (await read<{ result: { metric: Labels }[] }>(path)).result.map(({ metric }) => metric);
  };
  const server = await startNamedServer(
    'prometheus',
    [
      ...['--config.file', join(folder, 'prometheus.yaml'), '--storage.tsdb.path', join(folder, 'data')],
      ...['--web.listen-address', new URL(url).host, '--log.level', 'warn'],
    ],
    { folder, ready: () => ask('/-/ready') },
  );
  return {
    async firing() {
      const { alerts } = await read<{ alerts: { state: string; labels: Labels }[] }>('/api/v1/alerts');
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels);
    },
    fired: () => query('max_over_time(ALERTS{alertstate="firing"}[1h])'),
    holds: async (expression) => (await query(expression)).length > 0,
    async countUp() {
      const { activeTargets } = await read<{ activeTargets: { health: string }[] }>('/api/v1/targets?state=active');
      return activeTargets.filter(({ health }) => health === 'up').length;
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As the Prometheus operator makes it of our monitors, but for the interval. */
function configurationOf(mesh: Mesh) {
  return {
    global: { scrape_interval: '2s', scrape_timeout: '2s', evaluation_interval: '1s' },
    rule_files: ['rules.yaml'],
    scrape_configs: everyone.map(({ name }) => ({
      job_name: `parley-${name}`,
      honor_labels: true,
      static_configs: mesh.of(name).map(({ host }, nth) => ({
        targets: [`${host}:${ports.ops}`],
        labels: { namespace: 'parley', pod: `${name}-${nth}` },
      })),
    })),
  };
}

/** The rules as they are, evaluated every second, without the time for which they must hold, and with seconds where three of them wait for minutes. */
function hastyRules(): object[] {
  const { groups } = alertRules().spec as { groups: { name: string; rules: { for?: string; expr: string }[] }[] };
  const hasty = (expression: string) => expression.replace('[10m]', '[30s]').replace(/> 900$/, '> 5');
  return groups.map(({ name, rules }) => ({
    name,
    rules: rules.map(({ for: _lasts, expr, ...rule }) => ({ ...rule, expr: hasty(expr) })),
  }));
}
