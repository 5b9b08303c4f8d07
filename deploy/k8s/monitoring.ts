import { alertRules } from './alerts.ts';
import { dashboardOf } from './dashboards.ts';
import { everyone } from './mesh.ts';
import { ours, type Resource, selectorOf } from './resource.ts';

/** For the Prometheus operator: what to scrape, what to record, when to alert. */
export function monitoring(): Resource[] {
  return [...everyone.map(({ name }) => serviceMonitor(name)), alertRules()];
}

/** For Grafana, as its sidecar looks for them: ConfigMaps, each of one file. */
export const dashboards = everyone.map((plan) => ({
  name: `parley-dashboard-${plan.name}`,
  labels: { grafana_dashboard: '1', ...ours },
  file: `${plan.name}.json`,
  text: `${JSON.stringify(dashboardOf(plan), null, 2)}\n`,
}));

function serviceMonitor(name: string): Resource {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata: { name: `parley-${name}`, labels: selectorOf(name) },
    spec: {
      selector: { matchLabels: { ...selectorOf(name), 'app.kubernetes.io/component': 'service' } },
      endpoints: [
        {
          port: 'ops',
          path: '/metrics',
          interval: '15s',
          // The services name themselves: `service` is theirs.
          honorLabels: true,
          relabelings: [{ action: 'replace', targetLabel: 'job', replacement: `parley-${name}` }],
        },
      ],
    },
  };
}
