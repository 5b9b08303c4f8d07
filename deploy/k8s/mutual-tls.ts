import { everyone } from './mesh.ts';
import { type Component, ours, type Resource, selectorOf, settingsWith } from './resource.ts';

const folder = '/etc/parley/tls';
const authority = 'parley-internal-ca';
const secretOf = (name: string) => `parley-tls-${name}`;
const volume = 'internal-tls';
/** Programs that only call; also there where none of them runs. */
const callers = ['transfer'] as const;

/** Of a Job, which no change of a component reaches, since its name is another one in each run: files of its certificate, where there is one. */
export const optionalTls = (name: (typeof callers)[number]) => ({
  mount: { name: volume, mountPath: folder, readOnly: true },
  volume: { name: volume, secret: { secretName: secretOf(name), defaultMode: 0o440, optional: true } },
});

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
    certificates: [
      ...everyone.map(({ name }) => leaf(name, [`${name}-grpc`, name], ['server auth', 'client auth'])),
      ...callers.map((name) => leaf(name, [name], ['client auth'])),
    ],
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

function leaf(name: string, dnsNames: readonly string[], usages: readonly string[]): Resource {
  // Replicas of a release live shorter than this; a rollout takes the renewed one.
  const validity = { duration: '8760h', renewBefore: '2920h' };
  return certificate(secretOf(name), selectorOf(name), 'parley-internal', { ...validity, dnsNames, usages });
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
          containers: [{ name, volumeMounts: [{ name: volume, mountPath: folder, readOnly: true }] }],
          volumes: [{ name: volume, secret: { secretName: secretOf(name), defaultMode: 0o440 } }],
        },
      },
    },
  };
}
