import { everyone, ports, storing } from './mesh.ts';
import type { Place } from './places.ts';
import { migrating, ourProcesses, ours, type Resource, selectorOf } from './resource.ts';

/** Never reached by calls to addresses that customers chose. The services judge that, too; this is the second lock. */
const privateRanges = {
  v4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
    ...['192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
  ],
  v6: ['::/128', '::1/128', '::ffff:0:0/96', '64:ff9b::/96', 'fc00::/7', 'fe80::/10', 'ff00::/8'],
};

/** Where NodeLocal DNSCache answers, which no selector finds. */
const nodesOwnNames = { ipBlock: { cidr: '169.254.20.10/32' } };

/** Who may speak to whom; what is not named here is closed, in both directions. */
export function networkPolicies(place: Place): Resource[] {
  const outward = everyone.filter(({ callsOut }) => callsOut).map(({ name }) => name);
  const mailers = everyone.filter(({ servers }) => servers?.includes('mail')).map(({ name }) => name);
  const storers = everyone.filter(({ servers }) => servers?.includes('objects')).map(({ name }) => name);
  return [
    policy('default-deny', {}, { ingress: [], egress: [] }),
    policy('names', {}, { egress: [{ to: [{ namespaceSelector: {} }, nodesOwnNames], ports: [udp(53), tcp(53)] }] }),
    policy('gateway-from-outside', { matchLabels: selectorOf('gateway') }, { ingress: [gatewayDoor(place)] }),
    policy(
      'services',
      { matchLabels: ourProcesses },
      {
        ingress: [
          { from: [{ podSelector: { matchLabels: selectorOf('gateway') } }], ports: [tcp(ports.http)] },
          { from: [{ podSelector: { matchLabels: ourProcesses } }], ports: [tcp(ports.grpc)] },
          { from: [{ namespaceSelector: namespace('monitoring') }], ports: [tcp(ports.ops)] },
        ],
        egress: [
          { to: [{ podSelector: { matchLabels: ourProcesses } }], ports: [tcp(ports.grpc)] },
          { to: [{ podSelector: { matchLabels: selectorOf('nats') } }], ports: [tcp(4222)] },
          { to: [{ podSelector: { matchLabels: selectorOf('redis') } }], ports: [tcp(6379)] },
        ],
      },
    ),
    policy(
      'gateway-to-services',
      { matchLabels: selectorOf('gateway') },
      { egress: [{ to: [{ podSelector: { matchLabels: ourProcesses } }], ports: [tcp(ports.http)] }] },
    ),
    ...askers(place).map(([name, pods]) =>
      policy(name, pods, { egress: [{ to: [{ podSelector: databasePods(place) }], ports: [tcp(5432)] }] }),
    ),
    policy('calls-outside', named(outward), { egress: [{ to: publicBlocks() }] }),
    ...(place.name === 'local'
      ? [
          policy('objects', named(storers), {
            egress: [{ to: [{ podSelector: { matchLabels: selectorOf('minio') } }], ports: [tcp(9000)] }],
          }),
        ]
      : [policy('objects', named(storers), { egress: [{ ports: [tcp(443)] }] })]),
    policy('mail', named(mailers), { egress: [{ ports: [tcp(465), tcp(587)] }] }),
    ...servers(place),
  ];
}

const named = (names: readonly string[]) => ({
  matchExpressions: [{ key: 'app.kubernetes.io/name', operator: 'In', values: names }],
  matchLabels: ourProcesses,
});

/** Who has something in PostgreSQL: the policy of its way there, and its pods. */
function askers({ grows }: Place): [string, object][] {
  const services: [string, object] = ['databases', named(storing.map(({ name }) => name))];
  return grows ? [services, ['migrations', { matchLabels: migrating }]] : [services];
}

/** On one machine a forwarded port arrives from nowhere in particular. */
function gatewayDoor({ name }: Place) {
  const door = { ports: [tcp(ports.http)] };
  return name === 'local' ? door : { from: [{ namespaceSelector: namespace('ingress') }], ...door };
}

function servers(place: Place): Resource[] {
  const fromServices = (port: number) => ({
    from: [{ podSelector: { matchLabels: ourProcesses } }],
    ports: [tcp(port)],
  });
  const nodes = { podSelector: { matchLabels: selectorOf('nats') } };
  return [
    policy(
      'nats',
      { matchLabels: selectorOf('nats') },
      {
        ingress: [fromServices(4222), { from: [nodes], ports: [tcp(6222)] }],
        egress: [{ to: [nodes], ports: [tcp(6222)] }],
      },
    ),
    policy('redis', { matchLabels: selectorOf('redis') }, { ingress: [fromServices(6379)] }),
    ...(place.name === 'local'
      ? [
          policy(
            'postgres',
            { matchLabels: selectorOf('postgres') },
            { ingress: [{ from: askers(place).map(([, podSelector]) => ({ podSelector })), ports: [tcp(5432)] }] },
          ),
          policy('minio', { matchLabels: selectorOf('minio') }, { ingress: [fromServices(9000)] }),
        ]
      : [operatedPostgres(place)]),
  ];
}

/** The operator speaks to its instances, they to each other, to the API server and to the store of back-ups. */
function operatedPostgres(place: Place): Resource {
  const pods = { matchLabels: { 'cnpg.io/cluster': 'parley-postgres' } };
  return policy('postgres', pods, {
    ingress: [
      {
        from: askers(place).map(([, podSelector]) => ({ podSelector })),
        ports: [tcp(5432)],
      },
      { from: [{ namespaceSelector: namespace('cnpg-system') }, { podSelector: pods }], ports: [tcp(8000), tcp(5432)] },
      { from: [{ namespaceSelector: namespace('monitoring') }], ports: [tcp(9187)] },
    ],
    egress: [{ to: [{ podSelector: pods }], ports: [tcp(5432), tcp(8000)] }, { ports: [tcp(443), tcp(6443)] }],
  });
}

function databasePods({ name }: Place) {
  return { matchLabels: name === 'local' ? selectorOf('postgres') : { 'cnpg.io/cluster': 'parley-postgres' } };
}

function publicBlocks() {
  return [
    { ipBlock: { cidr: '0.0.0.0/0', except: privateRanges.v4 } },
    { ipBlock: { cidr: '::/0', except: privateRanges.v6 } },
  ];
}

function policy(name: string, podSelector: object, rules: { ingress?: object[]; egress?: object[] }): Resource {
  const policyTypes = [...(rules.ingress ? ['Ingress'] : []), ...(rules.egress ? ['Egress'] : [])];
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name, labels: ours },
    spec: { podSelector, policyTypes, ...rules },
  };
}

const namespace = (name: string) => ({ matchLabels: { 'kubernetes.io/metadata.name': name } });
const tcp = (port: number) => ({ protocol: 'TCP', port });
const udp = (port: number) => ({ protocol: 'UDP', port });

/** The one way in. The cluster's default class; it must let 21 MB through and not cut sockets that are quiet for 30 s. */
export function ingress({ settings }: Place): Resource {
  const host = new URL(settings.PUBLIC_URL ?? '').hostname;
  const backend = { service: { name: 'gateway', port: { name: 'http' } } };
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'parley', labels: ours },
    spec: {
      tls: [{ hosts: [host], secretName: 'parley-tls' }],
      rules: [{ host, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
    },
  };
}
