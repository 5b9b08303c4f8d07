import { documentsOf, type Labels, selects } from './mesh.fixture.ts';
import { everyone, ports, services, storing } from './mesh.ts';

interface Selector {
  matchLabels?: Labels;
  matchExpressions?: { key: string; values: string[] }[];
}
interface Rule {
  to?: { podSelector?: Selector; namespaceSelector?: Selector }[];
  from?: { podSelector?: Selector; namespaceSelector?: Selector }[];
  ports?: { port: number }[];
}
interface Policy {
  podSelector: Selector;
  policyTypes: string[];
  ingress?: Rule[];
  egress?: Rule[];
}

const names = everyone.map(({ name }) => name);

describe.each(['local', 'production'] as const)('in %s', (place) => {
  const { all, workloads } = documentsOf(place);
  const policies = all.flatMap(({ kind, spec }) => (kind === 'NetworkPolicy' ? [spec as Policy] : []));
  const pods: Record<string, Labels> = Object.fromEntries(
    workloads.map(({ metadata, spec }) => [metadata.name, spec.template.metadata.labels]),
  );
  if (place === 'production') pods.postgres = { 'cnpg.io/cluster': 'parley-postgres' };
  const migrations = Object.keys(pods).filter((name) => name.includes('-migration-'));

  /** Who in the namespace gets through to a port of this pod. */
  function callersOf(to: string, port: number): string[] {
    return Object.keys(pods).filter(
      (from) => from !== to && admits('egress', from, to, port) && admits('ingress', to, from, port),
    );
  }

  function admits(direction: 'egress' | 'ingress', pod: string, peer: string, port: number): boolean {
    const type = direction === 'egress' ? 'Egress' : 'Ingress';
    const own = policies.filter(
      ({ podSelector, policyTypes }) => policyTypes.includes(type) && finds(podSelector, pod),
    );
    expect(own.length).toBeGreaterThan(0);
    return own.some((policy) =>
      policy[direction]?.some((rule) => {
        const peers = rule.to ?? rule.from;
        const isHis = !peers || peers.some(({ podSelector }) => podSelector && finds(podSelector, peer));
        return isHis && (!rule.ports || rule.ports.some((one) => one.port === port));
      }),
    );
  }

  function finds({ matchLabels = {}, matchExpressions = [] }: Selector, pod: string): boolean {
    const labels = pods[pod] ?? {};
    return (
      selects(matchLabels, labels) && matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
    );
  }

  it.each(services.map(({ name }) => name))('%s is called by the gateway, and asked by all', (name) => {
    expect(callersOf(name, ports.http)).toEqual(['gateway']);
    expect(callersOf(name, ports.grpc).sort()).toEqual(names.filter((other) => other !== name).sort());
  });

  it('no service calls the gateway, or another by its operations port', () => {
    expect(callersOf('gateway', ports.http)).toEqual([]);
    expect(names.flatMap((name) => callersOf(name, ports.ops))).toEqual([]);
  });

  it('from outside of the namespace come the ingress, the watchers and the operator alone', () => {
    const strangers = all.flatMap(({ kind, metadata, spec }) =>
      kind === 'NetworkPolicy'
        ? ((spec as Policy).ingress ?? []).flatMap(({ from = [{}], ports: doors = [] }) =>
            from
              .filter(({ podSelector }) => !podSelector)
              .map(({ namespaceSelector }) => [
                metadata.name,
                Object.values(namespaceSelector?.matchLabels ?? { any: 'outside' })[0],
                ...doors.map(({ port }) => port),
              ]),
          )
        : [],
    );
    const watched = ['services', 'monitoring', ports.ops];
    expect(strangers).toEqual(
      place === 'local'
        ? [watched, ['gateway-from-outside', 'outside', ports.http]]
        : [
            watched,
            ['postgres', 'cnpg-system', 8000, 5432],
            ['postgres', 'monitoring', 9187],
            ['gateway-from-outside', 'ingress', ports.http],
          ],
    );
  });

  it('PostgreSQL is reached by those who store and by their migrations, NATS and Redis by all services', () => {
    const stores = [...storing.map(({ name }) => name), ...migrations];
    expect(migrations).toHaveLength(place === 'production' ? storing.length : 0);
    expect(callersOf('postgres', 5432).sort()).toEqual(stores.sort());
    expect(callersOf('nats', 4222).sort()).toEqual([...names].sort());
    expect(callersOf('redis', 6379).sort()).toEqual([...names].sort());
  });
});
