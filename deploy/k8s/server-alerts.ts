import type { Alert } from './alerts.ts';

/**
 * What a service cannot say of itself, by the exporters that docs/operations/watching.md names. Where one is missing, its alerts are silent,
 * but for that of back-ups.
 */
export const serverAlerts: readonly Alert[] = [
  {
    name: 'ParleyVolumeFull',
    expression:
      'max by (namespace, persistentvolumeclaim)' +
      ' (1 - kubelet_volume_stats_available_bytes{persistentvolumeclaim=~"(parley-postgres|data-nats|nats|data-postgres).*"}' +
      ' / kubelet_volume_stats_capacity_bytes) > 0.85',
    lasts: '10m',
    severity: 'page',
    summary: '{{ $labels.persistentvolumeclaim }} is {{ $value | humanizePercentage }} full.',
  },
  {
    name: 'ParleyPostgresReplicaLag',
    expression: 'max by (namespace, pod) (cnpg_pg_replication_lag) > 30',
    lasts: '5m',
    severity: 'page',
    summary: 'The replica {{ $labels.pod }} is {{ $value }} s behind.',
  },
  {
    name: 'ParleyBackupOld',
    expression:
      'time() - max by (namespace) ({__name__=~"(barman_cloud_cloudnative_pg_io|cnpg_collector)_last_available_backup_timestamp"}) > 108000' +
      ' or absent({__name__=~"(barman_cloud_cloudnative_pg_io|cnpg_collector)_last_available_backup_timestamp"})',
    lasts: '30m',
    severity: 'page',
    summary: 'There is no back-up of the databases of the last 30 hours.',
  },
  {
    name: 'ParleyWalNotArchived',
    expression: 'max by (namespace, pod) (cnpg_pg_stat_archiver_seconds_since_last_archival) > 900',
    lasts: '5m',
    severity: 'page',
    summary: 'The write-ahead log of {{ $labels.pod }} has not been archived for {{ $value }} s.',
  },
  {
    name: 'ParleyPostgresConnections',
    expression:
      'sum by (namespace, pod) (cnpg_backends_total)' +
      ' / max by (namespace, pod) (cnpg_pg_settings_setting{name="max_connections"}) > 0.85',
    lasts: '5m',
    severity: 'page',
    summary: '{{ $value | humanizePercentage }} of the connections of {{ $labels.pod }} are taken.',
  },
  {
    name: 'ParleyPostgresWraparound',
    expression: 'max by (namespace, datname) (cnpg_pg_database_xid_age) > 1000000000',
    lasts: '10m',
    severity: 'ticket',
    summary: 'The oldest transaction of {{ $labels.datname }} is {{ $value }} transactions old.',
  },
  {
    name: 'ParleyTableBloat',
    expression: 'max by (namespace, service) (parley_database_dead_rows_ratio) > 0.5',
    lasts: '6h',
    severity: 'ticket',
    summary: 'A table of {{ $labels.service }} holds more dead rows than living ones.',
  },
  {
    name: 'ParleyNatsStorage',
    expression:
      'max by (namespace, server_id) (gnatsd_varz_jetstream_stats_storage' +
      ' / gnatsd_varz_jetstream_config_max_storage) > 0.8',
    lasts: '5m',
    severity: 'page',
    summary: 'NATS uses {{ $value | humanizePercentage }} of its storage.',
  },
  {
    name: 'ParleyNatsConsumerWaits',
    expression: 'max by (namespace, consumer_name) (jetstream_consumer_num_pending) > 100000',
    lasts: '10m',
    severity: 'ticket',
    summary: '{{ $value }} events wait for {{ $labels.consumer_name }}.',
  },
  {
    name: 'ParleyNatsNode',
    expression: 'sum by (namespace) (up{job=~".*nats.*"}) < 0.7 * count by (namespace) (up{job=~".*nats.*"})',
    lasts: '2m',
    severity: 'page',
    summary: 'Nodes of NATS are down: with another one the stream has no quorum.',
  },
  {
    name: 'ParleyRedis',
    expression:
      'max by (namespace) (redis_up) == 0' +
      ' or max by (namespace) (redis_memory_used_bytes / (redis_memory_max_bytes > 0)) > 0.9',
    lasts: '5m',
    severity: 'ticket',
    summary: 'Redis does not answer, or its memory is nearly full: each replica counts limits for itself.',
  },
  {
    name: 'ParleyObjectStore',
    expression: 'sum by (namespace) (rate(parley_calls_total{service="media",code="storage_unavailable"}[5m])) > 0.02',
    lasts: '5m',
    severity: 'page',
    summary: 'The store of files fails {{ $value }} times a second.',
  },
  {
    name: 'ParleyCertificate',
    expression:
      'min by (namespace, name) (certmanager_certificate_expiration_timestamp_seconds{namespace=~".*parley.*"}) - time()' +
      ' < 14 * 86400',
    lasts: '1h',
    severity: 'ticket',
    summary: 'The certificate {{ $labels.name }} ends in {{ $value | humanizeDuration }}.',
  },
  {
    name: 'ParleyJobFailed',
    expression: 'max by (namespace, job_name) (kube_job_status_failed{job_name=~".+-migration-.+"}) > 0',
    lasts: '1m',
    severity: 'page',
    summary: 'The Job {{ $labels.job_name }} has failed.',
  },
  {
    name: 'ParleyAtMaximum',
    expression:
      'max by (namespace, horizontalpodautoscaler) (kube_horizontalpodautoscaler_status_current_replicas{namespace=~".*parley.*"}' +
      ' / kube_horizontalpodautoscaler_spec_max_replicas) >= 1',
    lasts: '15m',
    severity: 'ticket',
    summary: '{{ $labels.horizontalpodautoscaler }} has grown to its maximum.',
  },
  {
    name: 'ParleyOutOfMemory',
    expression:
      'sum by (namespace, container) (kube_pod_container_status_last_terminated_reason{reason="OOMKilled",namespace=~".*parley.*"}' +
      ' * on (namespace, pod, container) group_left ()' +
      ' (increase(kube_pod_container_status_restarts_total[15m]) > bool 0)) > 0',
    lasts: '0m',
    severity: 'ticket',
    summary: '{{ $labels.container }} was killed because it took more memory than its limit.',
  },
];
