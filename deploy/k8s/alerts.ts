import { everyone } from './mesh.ts';
import { objectiveAlerts } from './objectives.ts';
import type { Resource } from './resource.ts';
import { serverAlerts } from './server-alerts.ts';

/** What pages an operator, or waits for the morning; each has a section of the same name in docs/operations/runbook.md. */
export interface Alert {
  name: string;
  expression: string;
  /** How long it must hold. */
  lasts: string;
  severity: 'page' | 'ticket';
  summary: string;
}

const byService = 'sum by (namespace, service)';

/** What autoscalers and alerts read; recorded, so that an adapter for custom metrics finds it under its name. */
export const recorded: Record<string, string> = {
  // Little's law: seconds spent in calls, for each second that passes, are the calls under way.
  parley_calls_in_flight:
    'sum by (namespace, pod, service) (rate(parley_call_duration_seconds_sum{transport="http"}[1m]))',
  // The gauge keeps its last value when nothing comes: it counts only where something does.
  parley_consumer_lag_busy_seconds:
    'max by (namespace, pod, service) (parley_consumer_lag_seconds)' +
    ' * (sum by (namespace, pod, service) (rate(parley_calls_total{transport="event"}[2m])) > bool 0)',
};

export const alerts: readonly Alert[] = [
  {
    name: 'ParleyServiceDown',
    // A service that is not even scraped, too: a Deployment without pods has no targets.
    expression: [
      'sum by (namespace, job) (up{job=~"parley-.+"}) == 0',
      ...everyone.map(({ name }) => `absent(up{job="parley-${name}"})`),
    ].join(' or '),
    lasts: '1m',
    severity: 'page',
    summary: 'No replica of {{ $labels.job }} answers.',
  },
  {
    name: 'ParleyOutboxOld',
    expression: 'max by (namespace, service) (parley_outbox_oldest_seconds) > 10',
    lasts: '2m',
    severity: 'page',
    summary: 'The oldest event of {{ $labels.service }} has waited {{ $value }} s for the bus.',
  },
  {
    name: 'ParleyConsumerLag',
    expression: 'max by (namespace, service) (parley_consumer_lag_busy_seconds) > 30',
    lasts: '5m',
    severity: 'page',
    summary: '{{ $labels.service }} handles events {{ $value }} s late.',
  },
  {
    name: 'ParleyCopiesStale',
    expression: 'time() - max by (namespace, consumer, publisher) (parley_consumer_as_of_seconds) > 30',
    lasts: '5m',
    severity: 'ticket',
    summary: 'What {{ $labels.consumer }} knows of {{ $labels.publisher }} is {{ $value }} s old.',
  },
  {
    name: 'ParleyDeadLetters',
    // Of the first one of its type since a process has begun there is no increase: before it, there was no series.
    expression:
      'sum by (namespace, service, consumer) (increase(parley_dead_letters_total[15m])) > 0' +
      ' or sum by (namespace, service, consumer) (parley_dead_letters_total unless parley_dead_letters_total offset 15m) > 0',
    lasts: '0m',
    severity: 'ticket',
    summary: '{{ $labels.consumer }} has given up events.',
  },
  {
    name: 'ParleyEventsReconciled',
    expression: `${byService} (rate(parley_events_reconciled_total[10m])) > 1`,
    lasts: '15m',
    severity: 'ticket',
    summary: '{{ $labels.service }} fetches events from outboxes that the bus should have brought.',
  },
  {
    name: 'ParleyErrors',
    expression:
      `${byService} (rate(parley_calls_total{transport=~"http|grpc",outcome="failed"}[5m]))` +
      ` / ${byService} (rate(parley_calls_total{transport=~"http|grpc"}[5m])) > 0.01`,
    lasts: '5m',
    severity: 'page',
    summary: '{{ $value | humanizePercentage }} of the calls to {{ $labels.service }} fail.',
  },
  {
    name: 'ParleySlow',
    expression:
      'histogram_quantile(0.99, sum by (namespace, service, le)' +
      ' (rate(parley_call_duration_seconds_bucket{transport="http",service=~"workspace|conversations|contacts|bots"}[5m]))) > 1',
    lasts: '10m',
    severity: 'ticket',
    summary: 'One call in a hundred to {{ $labels.service }} takes longer than {{ $value }} s.',
  },
  {
    name: 'ParleyFilesWithoutBytes',
    expression: 'max by (namespace) (parley_files_without_bytes) > 0',
    lasts: '10m',
    severity: 'ticket',
    summary: '{{ $value }} files have lost their bytes.',
  },
  {
    name: 'ParleyMailWaits',
    expression: 'max by (namespace) (parley_mail_oldest_waiting_seconds) > 900',
    lasts: '5m',
    severity: 'page',
    summary: 'A mail has waited {{ $value }} s to become a message.',
  },
  {
    name: 'ParleyMailLeavesLate',
    expression: 'max by (namespace) (parley_mail_out_late_seconds) > 900',
    lasts: '5m',
    severity: 'page',
    summary: 'Mails that are due leave {{ $value }} s late.',
  },
  {
    name: 'ParleyMailboxesFail',
    expression: 'max by (namespace) (parley_mailboxes_failing) > 0',
    lasts: '15m',
    severity: 'ticket',
    summary: '{{ $value }} mailboxes cannot be read or cannot send.',
  },
  ...serverAlerts,
  ...objectiveAlerts,
];

export function alertRules(): Resource {
  const rules = alerts.map(({ name, expression, lasts, severity, summary }) => ({
    alert: name,
    expr: expression,
    for: lasts,
    labels: { severity },
    annotations: { summary, runbook: `docs/operations/runbook.md#${name.toLowerCase()}` },
  }));
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'parley' },
    spec: {
      groups: [
        {
          name: 'parley-recorded',
          interval: '15s',
          rules: Object.entries(recorded).map(([record, expr]) => ({ record, expr })),
        },
        { name: 'parley-alerts', rules },
      ],
    },
  };
}
