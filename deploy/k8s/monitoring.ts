import { alertRules } from './alerts.ts';
import { everyone } from './mesh.ts';
import { type Resource, selectorOf } from './resource.ts';

/** For the Prometheus operator: whom to ask, what to record, what to tell. */
export function monitoring(): Resource[] {
  return [...everyone.map(({ name }) => serviceMonitor(name)), alertRules()];
}

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
