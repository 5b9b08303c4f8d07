import { type Component, ours, type Resource } from './resource.ts';
import { externalSecrets } from './secrets.ts';

/** Not every installation has these; a place that has, adds them. */
const optional = ['parley-engine', 'parley-push', 'parley-tls'];

/**
 * The Secrets of a production, copied from the store that keeps them by the External Secrets operator (https://external-secrets.io). It reads them
 * from a SecretStore `parley`, each under `parley/<Secret>`, with the same keys.
 */
export const secretsOfStore: Component = {
  name: 'external-secrets',
  adds: {
    secrets: Object.keys(externalSecrets)
      .filter((name) => !optional.includes(name))
      .map(copyOf),
  },
};

function copyOf(name: string): Resource {
  const isAccount = name.startsWith('parley-database-');
  return {
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    metadata: { name, labels: ours },
    spec: {
      refreshInterval: '1h',
      secretStoreRef: { name: 'parley', kind: 'SecretStore' },
      target: { name, ...(isAccount && { template: { type: 'kubernetes.io/basic-auth' } }) },
      dataFrom: [{ extract: { key: `parley/${name.replace(/^parley-/, '')}` } }],
    },
  };
}
