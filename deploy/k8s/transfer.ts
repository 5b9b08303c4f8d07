import { ports } from './mesh.ts';
import { optionalTls } from './mutual-tls.ts';
import { policy, tcp } from './policy.ts';
import { type Component, imageOf, ourProcesses, ours, type Resource, serviceAccount } from './resource.ts';
import { podSecurity, securityContext } from './workload.ts';

const name = 'transfer';
const labels = { 'app.kubernetes.io/name': name, ...ours, 'app.kubernetes.io/component': 'transfer' };
/** Where archives, dumps and reports lie; paths of the command begin here. */
const folder = '/transfer';
const tls = optionalTls(name);

export interface TransferCommand {
  /** A Job cannot be changed: another command is another name. */
  job: string;
  /** Arguments of the program, in a list. */
  args: unknown;
  /** Of the volume. */
  size: string;
}

/** One run of the program that moves projects, and the volume that it reads and writes. Source: contract 90 section 3. */
export function transfer({ job, args, size }: TransferCommand): Component {
  return {
    name,
    adds: {
      [name]: [serviceAccount(name), claim(size), run(job, args)],
      network: [
        // Of a dump in a PostgreSQL, wherever it was restored.
        policy(
          'transfer',
          { matchLabels: labels },
          { egress: [{ to: [services], ports: [tcp(ports.grpc)] }, { ports: [tcp(5432)] }] },
        ),
        policy('transfer-to-services', services.podSelector, {
          ingress: [{ from: [{ podSelector: { matchLabels: labels } }], ports: [tcp(ports.grpc)] }],
        }),
      ],
    },
  };
}

const services = { podSelector: { matchLabels: ourProcesses } };

/** It stays when the Job is removed: it holds what another run goes on from. */
function claim(size: string): Resource {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, labels },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: size } } },
  };
}

/** The same command again is the resumption, so a pod that was evicted is simply begun again. */
function run(job: string, args: unknown): Resource {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: job, labels },
    spec: {
      backoffLimit: 4,
      // A refusal, a quarantine and a failed verification are answers: only what was stopped is begun again.
      podFailurePolicy: {
        rules: [{ action: 'FailJob', onExitCodes: { containerName: name, operator: 'In', values: [1, 2, 3] } }],
      },
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: name,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          restartPolicy: 'Never',
          // It stops after its batch.
          terminationGracePeriodSeconds: 60,
          securityContext: podSecurity,
          containers: [
            {
              name,
              image: imageOf(name),
              imagePullPolicy: 'IfNotPresent',
              command: ['node', '/parley/main.ts'],
              args,
              workingDir: folder,
              envFrom: [{ configMapRef: { name: 'parley' } }],
              env: [{ name: 'ACTOR_KEY', valueFrom: { secretKeyRef: { name: 'parley-keys', key: 'ACTOR_KEY' } } }],
              resources: { requests: { cpu: '250m', memory: '256Mi' }, limits: { memory: '768Mi' } },
              securityContext,
              volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }, { name, mountPath: folder }, tls.mount],
            },
          ],
          volumes: [
            { name: 'tmp', emptyDir: { sizeLimit: '256Mi' } },
            { name, persistentVolumeClaim: { claimName: name } },
            tls.volume,
          ],
        },
      },
    },
  };
}
