import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { describeWithProgram, findProgram } from '@parley/testkit';
import { stringify } from 'yaml';

import { alertRules, alerts } from './alerts.ts';
import { everyone } from './mesh.ts';

/** Series and their values, a minute apart, in the notation of promtool. */
type Series = Record<string, string>;

/** What makes an alert fire, and what looks like it and must not, at a moment. */
interface Case {
  fires: Series;
  quiet: Series;
  at: string;
}

const minutes = 500;
const steady = (value: number) => `${value}+0x${minutes}`;
/** A counter that grows by so much a minute. */
const rising = (step: number) => `0+${step}x${minutes}`;
const one = (series: string, fires: number, quiet: number, at = '30m'): Case => ({
  fires: { [series]: steady(fires) },
  quiet: { [series]: steady(quiet) },
  at,
});
const two = (series: string, of: string, fires: number, quiet: number, whole: number, at = '30m'): Case => ({
  fires: { [series]: steady(fires), [of]: steady(whole) },
  quiet: { [series]: steady(quiet), [of]: steady(whole) },
  at,
});

const lag = (seconds: number, events: number): Series => ({
  'parley_consumer_lag_seconds{service="analytics",pod="a"}': steady(seconds),
  'parley_calls_total{service="analytics",pod="a",transport="event"}': rising(events),
});
const sends = (failed: number): Series => {
  const of = (outcome: string) =>
    `parley_calls_total{service="conversations",transport="http",operation="sendMessage",outcome="${outcome}"}`;
  return { [of('ok')]: rising(1_000 - failed), [of('failed')]: rising(failed) };
};
const calls = (slow: number): Series => {
  const bucket = (le: string) =>
    `parley_call_duration_seconds_bucket{service="conversations",transport="http",le="${le}"}`;
  return {
    [bucket('1')]: rising(1_000 - slow),
    [bucket('2.5')]: rising(1_000),
    [bucket('+Inf')]: rising(1_000),
    'parley_call_duration_seconds_count{service="conversations",transport="http"}': rising(1_000),
  };
};
const killed = (restarts: string): Series => ({
  'kube_pod_container_status_last_terminated_reason{namespace="parley",pod="m",container="media",reason="OOMKilled"}':
    steady(1),
  'kube_pod_container_status_restarts_total{namespace="parley",pod="m",container="media"}': restarts,
});
const nodes = (...up: number[]): Series =>
  Object.fromEntries(up.map((value, nth) => [`up{job="parley-nats",pod="nats-${nth}"}`, steady(value)]));
const hpa = (name: string) =>
  `kube_horizontalpodautoscaler_${name}{namespace="parley",horizontalpodautoscaler="media"}`;
const volume = (name: string) =>
  `kubelet_volume_stats_${name}_bytes{namespace="parley",persistentvolumeclaim="parley-postgres-1-wal"}`;

const cases: Record<string, Case> = {
  ParleyServiceDown: {
    fires: { 'up{job="parley-gateway"}': steady(0) },
    quiet: Object.fromEntries(everyone.map(({ name }) => [`up{job="parley-${name}"}`, steady(1)])),
    at: '10m',
  },
  ParleyOutboxOld: one('parley_outbox_oldest_seconds{service="bots"}', 20, 5),
  ParleyConsumerLag: { fires: lag(40, 10), quiet: lag(40, 0), at: '30m' },
  ParleyCopiesStale: {
    fires: { 'parley_consumer_as_of_seconds{consumer="c",publisher="bots"}': steady(0) },
    quiet: { 'parley_consumer_as_of_seconds{consumer="c",publisher="bots"}': rising(60) },
    at: '30m',
  },
  ParleyDeadLetters: {
    // The first one of a process.
    fires: { 'parley_dead_letters_total{service="bots",consumer="c"}': '_x20 1+0x480' },
    quiet: { 'parley_dead_letters_total{service="bots",consumer="c"}': steady(7) },
    at: '30m',
  },
  ParleyEventsReconciled: {
    fires: { 'parley_events_reconciled_total{service="bots"}': rising(120) },
    quiet: { 'parley_events_reconciled_total{service="bots"}': rising(30) },
    at: '60m',
  },
  ParleyErrors: { fires: sends(20), quiet: sends(5), at: '30m' },
  ParleySlow: { fires: calls(20), quiet: calls(5), at: '30m' },
  ParleyFilesWithoutBytes: one('parley_files_without_bytes{service="media"}', 1, 0),
  ParleyMailWaits: one('parley_mail_oldest_waiting_seconds{service="channels"}', 1_000, 10),
  ParleyMailLeavesLate: one('parley_mail_out_late_seconds{service="channels"}', 1_000, 10),
  ParleyMailboxesFail: one('parley_mailboxes_failing{service="channels"}', 2, 0),
  ParleyVolumeFull: two(volume('available'), volume('capacity'), 10, 50, 100),
  ParleyPostgresReplicaLag: one('cnpg_pg_replication_lag{pod="parley-postgres-2"}', 60, 1),
  ParleyBackupOld: {
    // Before the beginning of the test's time.
    fires: { 'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp{namespace="parley"}': steady(-120_000) },
    quiet: { 'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp{namespace="parley"}': rising(60) },
    at: '2h',
  },
  ParleyWalNotArchived: one('cnpg_pg_stat_archiver_seconds_since_last_archival{pod="p"}', 1_000, 100),
  ParleyPostgresConnections: two(
    'cnpg_backends_total{pod="p"}',
    'cnpg_pg_settings_setting{pod="p",name="max_connections"}',
    ...([90, 50, 100] as const),
  ),
  ParleyPostgresWraparound: one('cnpg_pg_database_xid_age{datname="parley_bots"}', 1_100_000_000, 200_000_000),
  ParleyTableBloat: one('parley_database_dead_rows_ratio{service="bots"}', 0.6, 0.2, '7h'),
  ParleyNatsStorage: two(
    'gnatsd_varz_jetstream_stats_storage{server_id="a"}',
    'gnatsd_varz_jetstream_config_max_storage{server_id="a"}',
    ...([90, 50, 100] as const),
  ),
  ParleyNatsConsumerWaits: one('jetstream_consumer_num_pending{consumer_name="bots-copies"}', 200_000, 100),
  ParleyNatsNode: { fires: nodes(1, 1, 0), quiet: nodes(1, 1, 1), at: '30m' },
  ParleyRedis: one('redis_up', 0, 1),
  ParleyObjectStore: {
    fires: { 'parley_calls_total{service="media",transport="http",code="storage_unavailable"}': rising(6) },
    quiet: { 'parley_calls_total{service="media",transport="http",code="file_not_found"}': rising(6) },
    at: '30m',
  },
  ParleyCertificate: one(
    'certmanager_certificate_expiration_timestamp_seconds{namespace="parley",name="parley-mesh"}',
    ...([10 * 86_400, 60 * 86_400, '2h'] as const),
  ),
  ParleyJobFailed: one('kube_job_status_failed{namespace="parley",job_name="bots-migration-0.2.0"}', 1, 0),
  ParleyAtMaximum: two(hpa('status_current_replicas'), hpa('spec_max_replicas'), 8, 4, 8),
  ParleyOutOfMemory: { fires: killed('0+0x25 1+0x100'), quiet: killed(steady(1)), at: '30m' },
  ParleySendsFailFast: { fires: sends(50), quiet: sends(5), at: '2h' },
  ParleySendsFailSlowly: { fires: sends(5), quiet: sends(0), at: '4h' },
  ParleyCallsSlowFast: { fires: calls(200), quiet: calls(50), at: '2h' },
  ParleyCallsSlowSlowly: { fires: calls(50), quiet: calls(5), at: '4h' },
  ParleyEventsLateFast: { fires: lag(40, 10), quiet: lag(1, 10), at: '2h' },
  ParleyEventsLateSlowly: { fires: lag(40, 10), quiet: lag(1, 10), at: '4h' },
};

it('has a case for every alert, and for no other', () => {
  expect(Object.keys(cases)).toEqual(alerts.map(({ name }) => name));
});

describeWithProgram('promtool', 'the rules, evaluated by Prometheus', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-rules-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('fires each alert by what it is about, and by nothing that only looks like it', async () => {
    const { groups } = alertRules().spec as { groups: { name: string; rules: { alert?: string }[] }[] };
    const files = await Promise.all(
      Object.entries(cases).map(async ([name, { fires, quiet, at }]) => {
        // Every minute all rules of a file are evaluated: each alert has a file of its own, with what is recorded.
        const own = groups.map((group) => ({
          ...group,
          rules: group.rules.filter(({ alert }) => alert === undefined || alert === name),
        }));
        await writeFile(join(folder, `${name}.rules.yaml`), stringify({ groups: own }));
        const firing = `ALERTS{alertname="${name}",alertstate="firing"}`;
        const test = (title: string, series: Series, values: number[]) => ({
          name: `${name} ${title}`,
          interval: '1m',
          input_series: Object.entries(series).map(([key, value]) => ({ series: key, values: value })),
          promql_expr_test: [
            {
              expr: `count(${firing}) > bool 0`,
              eval_time: at,
              exp_samples: values.map((value) => ({ labels: '{}', value })),
            },
          ],
        });
        const file = join(folder, `${name}.tests.yaml`);
        const tests = [test('fires', fires, [1]), test('is quiet', quiet, [])];
        await writeFile(file, stringify({ rule_files: [`${name}.rules.yaml`], evaluation_interval: '1m', tests }));
        return file;
      }),
    );
    const run = promisify(execFile)(findProgram('promtool') ?? 'promtool', ['test', 'rules', ...files]);
    // It names each test that fails.
    expect((await run).stdout.match(/SUCCESS/g)).toHaveLength(files.length);
  }, 60_000);
});
