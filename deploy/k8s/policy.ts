import { type Component, ours, type Resource, usesPostgres } from './resource.ts';

/** A rule of who may speak to whom. */
export function policy(name: string, podSelector: object, rules: { ingress?: object[]; egress?: object[] }): Resource {
  const policyTypes = [...(rules.ingress ? ['Ingress'] : []), ...(rules.egress ? ['Egress'] : [])];
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name, labels: ours },
    spec: { podSelector, policyTypes, ...rules },
  };
}

/**
 * What every PostgreSQL needs, whichever component runs it: its address, and a policy that lets its users reach it.
 * @param pods those of the database
 * @param rules what it may do besides
 */
export function databaseAt(
  host: string,
  pods: object,
  rules: { ingress?: object[]; egress?: object[] } = {},
): Resource[] {
  const users = { matchLabels: usesPostgres };
  const { ingress = [], ...others } = rules;
  return [
    databaseHost(host),
    policy('databases', users, { egress: [{ to: [{ podSelector: pods }], ports: [tcp(5432)] }] }),
    policy('postgres', pods, {
      ingress: [{ from: [{ podSelector: users }], ports: [tcp(5432)] }, ...ingress],
      ...others,
    }),
  ];
}

/**
 * A PostgreSQL that is not of the mesh.
 * @param host its address
 */
export const ownPostgres = (host: string): Component => ({
  name: 'own-postgres',
  adds: {
    network: [
      databaseHost(host),
      policy('databases', { matchLabels: usesPostgres }, { egress: [{ ports: [tcp(5432)] }] }),
    ],
  },
});

function databaseHost(host: string): Resource {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'parley-database', labels: ours }, data: { host } };
}

export const namespace = (name: string) => ({ matchLabels: { 'kubernetes.io/metadata.name': name } });
export const tcp = (port: number) => ({ protocol: 'TCP', port });
