import type { ServicePlan } from './mesh.ts';

interface Panel {
  title: string;
  unit: string;
  /** Query → legend. */
  queries: Record<string, string>;
}

/** What only some services have to show. */
const own: Record<string, readonly Panel[]> = {
  workspace: [
    panel('Mails', 'ops', { 'sum by (outcome) (rate(parley_mails_total[5m]))': '{{outcome}}' }),
    panel('Password hashes', 'ops', { 'sum(rate(parley_password_hashes_total[5m]))': 'hashes' }),
  ],
  bots: [
    panel('Turns by ending', 'ops', { 'sum by (ending) (rate(parley_bot_turns_total[5m]))': '{{ending}}' }),
    panel('From message to answer, p99', 's', {
      'histogram_quantile(0.99, sum by (le) (rate(parley_bot_answer_seconds_bucket[5m])))': 'p99',
    }),
  ],
  media: [
    panel('Uploads under way', 'bytes', { 'sum by (pod) (parley_upload_bytes)': '{{pod}}' }),
    panel('Files without bytes', 'short', { 'max(parley_files_without_bytes)': 'files' }),
  ],
  analytics: [panel('Figures that differed', 'short', { parley_analytics_differences: '{{pod}}' })],
  realtime: [
    panel('Sockets', 'short', { 'sum by (pod) (parley_sockets)': '{{pod}}' }),
    panel('Frames', 'ops', { 'sum by (pod) (rate(parley_socket_frames_total[5m]))': '{{pod}}' }),
    panel('Sockets closed by us', 'ops', { 'sum by (reason) (rate(parley_sockets_closed_total[5m]))': '{{reason}}' }),
  ],
  webhooks: [
    panel('Calls to receivers', 'ops', { 'sum by (outcome) (rate(parley_webhook_calls_total[5m]))': '{{outcome}}' }),
    panel('From event to receiver, p99', 's', {
      'histogram_quantile(0.99, sum by (le) (rate(parley_webhook_delivery_seconds_bucket[5m])))': 'p99',
    }),
  ],
  channels: [
    panel('Mails that arrived', 'ops', {
      'sum by (via, outcome) (rate(parley_mails_in_total[5m]))': '{{via}} {{outcome}}',
    }),
    panel('Mails by what became of them', 'ops', {
      'sum by (state) (rate(parley_mails_worked_total[5m]))': '{{state}}',
    }),
    panel('From arrival to message, p99', 's', {
      'histogram_quantile(0.99, sum by (le) (rate(parley_mail_routed_seconds_bucket[5m])))': 'p99',
    }),
    panel('Attempts to send mails, by outcome', 'ops', {
      'sum by (state) (rate(parley_mails_out_total[5m]))': '{{state}}',
    }),
    panel('From message to the answer of the mail server, p99', 's', {
      'histogram_quantile(0.99, sum by (le) (rate(parley_mail_sent_seconds_bucket[5m])))': 'p99',
    }),
  ],
};

const height = 8;
const width = 12;

/** A Grafana dashboard: what every service shows, then what it has of its own. */
export function dashboardOf({ name, stores, signal }: ServicePlan) {
  const panels = [...calls(name), ...(stores ? storage(name) : []), ...(own[name] ?? [])];
  if (signal.metric.startsWith('parley_c'))
    panels.push(panel('What it grows by', 'short', { [`${signal.metric}{service="${name}"}`]: '{{pod}}' }));
  return {
    uid: `parley-${name}`,
    title: `Parley: ${name}`,
    tags: ['parley'],
    timezone: 'utc',
    refresh: '30s',
    schemaVersion: 39,
    time: { from: 'now-3h', to: 'now' },
    templating: { list: [{ name: 'source', label: 'Source', type: 'datasource', query: 'prometheus' }] },
    panels: panels.map(({ title, unit, queries }, index) => ({
      id: index + 1,
      title,
      type: 'timeseries',
      datasource: { type: 'prometheus', uid: '$source' },
      gridPos: { x: (index % 2) * width, y: Math.floor(index / 2) * height, w: width, h: height },
      fieldConfig: { defaults: { unit }, overrides: [] },
      targets: Object.entries(queries).map(([expr, legendFormat], query) => ({
        refId: String.fromCharCode(65 + query),
        expr,
        legendFormat,
      })),
    })),
  };
}

function calls(name: string): Panel[] {
  const of = `service="${name}"`;
  return [
    panel('Calls', 'ops', {
      [`sum by (transport, outcome) (rate(parley_calls_total{${of}}[5m]))`]: '{{transport}} {{outcome}}',
    }),
    panel('Failures by code', 'ops', {
      [`sum by (operation, code) (rate(parley_calls_total{${of},outcome="failed"}[5m]))`]: '{{operation}} {{code}}',
    }),
    panel('Duration by transport, p50 and p99', 's', {
      [`histogram_quantile(0.5, sum by (transport, le) (rate(parley_call_duration_seconds_bucket{${of}}[5m])))`]:
        '{{transport}} p50',
      [`histogram_quantile(0.99, sum by (transport, le) (rate(parley_call_duration_seconds_bucket{${of}}[5m])))`]:
        '{{transport}} p99',
    }),
    panel('The ten slowest operations, mean', 's', {
      [`topk(10, sum by (operation) (rate(parley_operation_seconds_total{${of}}[5m])) / sum by (operation) (rate(parley_calls_total{${of}}[5m])))`]:
        '{{operation}}',
    }),
  ];
}

function storage(name: string): Panel[] {
  const of = `service="${name}"`;
  return [
    panel('Connections to PostgreSQL', 'short', {
      [`sum by (pod, state) (parley_database_connections{${of}})`]: '{{pod}} {{state}}',
    }),
    panel('Oldest event in the outbox', 's', { [`max(parley_outbox_oldest_seconds{${of}})`]: 'age' }),
    panel('Lag of consumers', 's', { [`max by (consumer) (parley_consumer_lag_seconds{${of}})`]: '{{consumer}}' }),
    panel('Age of copies', 's', {
      [`time() - max by (consumer, publisher) (parley_consumer_as_of_seconds{${of}})`]: '{{consumer}} of {{publisher}}',
    }),
    panel('Dead letters', 'short', {
      [`sum by (consumer, type) (increase(parley_dead_letters_total{${of}}[1h]))`]: '{{consumer}} {{type}}',
    }),
    panel('Events published', 'ops', { [`sum(rate(parley_events_published_total{${of}}[5m]))`]: 'events' }),
  ];
}

function panel(title: string, unit: string, queries: Record<string, string>): Panel {
  return { title, unit, queries };
}
