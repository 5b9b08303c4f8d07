import { everyone } from './mesh.ts';
import { type Component, ours, type Resource, selectorOf, settingsWith } from './resource.ts';

const folder = '/etc/parley/tls';
const authority = 'parley-internal-ca';
const secretOf = (name: string) => `parley-tls-${name}`;

/**
 * Calls between services encrypted, and both sides known by certificate. By cert-manager (https://cert-manager.io): an authority of the
 * mesh alone, and a certificate for each service. A process reads its files when it starts.
 */
export const mutualTls: Component = {
  name: 'mutual-tls',
  adds: {
    authority: [
      issuer('parley-internal-root', { selfSigned: {} }),
      certificate(authority, ours, 'parley-internal-root', { isCA: true, commonName: authority, duration: '87600h' }),
      issuer('parley-internal', { ca: { secretName: authority } }),
    ],
    certificates: everyone.map(({ name }) =>
      certificate(secretOf(name), selectorOf(name), 'parley-internal', {
        // Replicas of a release live shorter than this; a rollout takes the renewed one.
        duration: '8760h',
        renewBefore: '2920h',
        dnsNames: [`${name}-grpc`, name],
        usages: ['server auth', 'client auth'],
      }),
    ),
  },
  changes: [
    settingsWith({
      GRPC_TLS_CERT: `${folder}/tls.crt`,
      GRPC_TLS_KEY: `${folder}/tls.key`,
      GRPC_TLS_CA: `${folder}/ca.crt`,
    }),
    ...everyone.map(({ name }) => withFiles(name)),
  ],
};

function issuer(name: string, spec: object): Resource {
  return { apiVersion: 'cert-manager.io/v1', kind: 'Issuer', metadata: { name, labels: ours }, spec };
}

/** Kept in a Secret of its own name. */
function certificate(name: string, labels: Record<string, string>, issuedBy: string, spec: object): Resource {
  return {
    apiVersion: 'cert-manager.io/v1',
    kind: 'Certificate',
    metadata: { name, labels },
    spec: {
      ...spec,
      secretName: name,
      privateKey: { algorithm: 'ECDSA', size: 256, rotationPolicy: 'Always' },
      issuerRef: { name: issuedBy, kind: 'Issuer', group: 'cert-manager.io' },
    },
  };
}

function withFiles(name: string): Resource {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      template: {
        spec: {
          containers: [{ name, volumeMounts: [{ name: 'internal-tls', mountPath: folder, readOnly: true }] }],
          volumes: [{ name: 'internal-tls', secret: { secretName: secretOf(name), defaultMode: 0o440 } }],
        },
      },
    },
  };
}
