import { everyone, ports, type ServicePlan } from './mesh.ts';
import { namespace, policy, tcp } from './policy.ts';
import { ourProcesses, type Resource, selectorOf } from './resource.ts';

/**
 * Never reached by calls to addresses that customers chose. The services judge that, too; this is the second lock.
 * No `::ffff:0:0/96`: the server reads it as IPv4 and refuses it within `::/0`. An IPv4-mapped destination is IPv4 on
 * the wire, so the ranges of IPv4 hold for it.
 */
const privateRanges = {
  v4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
    ...['192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
  ],
  v6: ['::/128', '::1/128', '64:ff9b::/96', 'fc00::/7', 'fe80::/10', 'ff00::/8'],
};

/** Where NodeLocal DNSCache answers, which no selector finds. */
const nodesOwnNames = { ipBlock: { cidr: '169.254.20.10/32' } };

/** Who may speak to whom; what is not named here, or by a component, is closed, in both directions. */
export function networkPolicies(): Resource[] {
  return [
    policy('default-deny', {}, { ingress: [], egress: [] }),
    policy('names', {}, { egress: [{ to: [{ namespaceSelector: {} }, nodesOwnNames], ports: [udp(53), tcp(53)] }] }),
    policy('services', services.podSelector, {
      ingress: [
        { from: [gateway], ports: [tcp(ports.http)] },
        { from: [services], ports: [tcp(ports.grpc)] },
        { from: [{ namespaceSelector: namespace('monitoring') }], ports: [tcp(ports.ops)] },
      ],
      egress: [{ to: [services], ports: [tcp(ports.grpc)] }],
    }),
    policy('gateway-to-services', gateway.podSelector, { egress: [{ to: [services], ports: [tcp(ports.http)] }] }),
    policy('calls-outside', callers, { egress: [{ to: publicBlocks() }] }),
    policy('objects', storers, { egress: [{ ports: [tcp(443)] }] }),
    policy('mail', mailers, { egress: [{ ports: [tcp(465), tcp(587)] }] }),
  ];
}

const pods = (matchLabels: Record<string, string>) => ({ podSelector: { matchLabels } });
const services = pods(ourProcesses);
const gateway = pods(selectorOf('gateway'));
const callers = those(({ callsOut }) => callsOut);
const storers = those(({ servers }) => servers?.includes('objects'));
const mailers = those(({ servers }) => servers?.includes('mail'));

function those(are: (plan: ServicePlan) => boolean | undefined) {
  const values = everyone.filter(are).map(({ name }) => name);
  return {
    matchExpressions: [{ key: 'app.kubernetes.io/name', operator: 'In', values }],
    matchLabels: ourProcesses,
  };
}

function publicBlocks() {
  return [
    { ipBlock: { cidr: '0.0.0.0/0', except: privateRanges.v4 } },
    { ipBlock: { cidr: '::/0', except: privateRanges.v6 } },
  ];
}

const udp = (port: number) => ({ protocol: 'UDP', port });
