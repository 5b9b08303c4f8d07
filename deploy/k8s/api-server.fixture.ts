import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort, startNamedServer } from '@parley/testkit';

import type { Resource } from './resource.ts';

/** A real API server with its own etcd, and no nodes: what it accepts, a cluster accepts. */
export interface ApiServer {
  version: string;
  /**
   * Applies a document on the server, with strict validation.
   * @returns what the server says against it; warnings count as refusals
   */
  apply(document: Resource, isTrial?: boolean): Promise<string[]>;
  stop(): Promise<void>;
}

const deadlineMs = 30_000;

export async function startApiServer(): Promise<ApiServer> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-api-server-'));
  const [clients, peers, port] = [await freePort(), await freePort(), await freePort()];
  const token = randomUUID();
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await writeFile(join(folder, 'accounts.key'), privateKey, { mode: 0o600 });
  await writeFile(join(folder, 'accounts.pub'), publicKey);
  await writeFile(join(folder, 'tokens.csv'), `${token},admin,admin,"system:masters"\n`, { mode: 0o600 });

  const at = (address: number) => `http://127.0.0.1:${address}`;
  const etcd = await startNamedServer(
    'etcd',
    [
      ...['--data-dir', join(folder, 'etcd'), '--unsafe-no-fsync'],
      ...['--listen-client-urls', at(clients), '--advertise-client-urls', at(clients)],
      ...['--listen-peer-urls', at(peers), '--initial-advertise-peer-urls', at(peers)],
      ...['--initial-cluster', `default=${at(peers)}`],
    ],
    { folder, ready: () => expectOk(fetch(`${at(clients)}/health`)) },
  );
  // It makes a certificate of its own, which only this test asks.
  const agent = new Agent({ rejectUnauthorized: false });
  const server = await startNamedServer(
    'kube-apiserver',
    [
      ...[
        '--etcd-servers',
        at(clients),
        '--bind-address',
        '127.0.0.1',
        '--secure-port',
        `${port}`,
        '--cert-dir',
        folder,
      ],
      ...['--service-account-key-file', join(folder, 'accounts.pub')],
      ...['--service-account-signing-key-file', join(folder, 'accounts.key')],
      ...[
        '--service-account-issuer',
        'https://kubernetes.default.svc',
        '--token-auth-file',
        join(folder, 'tokens.csv'),
      ],
      ...['--authorization-mode', 'RBAC', '--service-cluster-ip-range', '10.96.0.0/16'],
    ],
    { folder, ready: async () => void (await call('GET', '/readyz')) },
  );

  async function call(method: string, path: string, body?: object, type = 'application/json') {
    const sent = request(`https://127.0.0.1:${port}${path}`, {
      method,
      agent,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      timeout: deadlineMs,
    });
    sent.end(body && JSON.stringify(body));
    const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
      sent.once('response', resolve).once('error', reject),
    );
    const answer = await text(response);
    if (response.statusCode === undefined || response.statusCode >= 300) throw new Error(answer);
    return { answer, warnings: [response.headers.warning ?? []].flat() };
  }

  const { gitVersion } = JSON.parse((await call('GET', '/version')).answer) as { gitVersion: string };
  return {
    version: gitVersion,
    async apply(document, isTrial = false) {
      const query = `fieldManager=parley&fieldValidation=Strict${isTrial ? '&dryRun=All' : ''}`;
      try {
        const { warnings } = await call(
          'PATCH',
          `${pathOf(document)}?${query}`,
          document,
          'application/apply-patch+yaml',
        );
        return warnings;
      } catch (error) {
        return [(error as Error).message];
      }
    },
    async stop() {
      await server.kill();
      await etcd.kill();
      agent.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function pathOf({ apiVersion, kind, metadata: { name, namespace } }: Resource): string {
  const group = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
  const lower = kind.toLowerCase();
  const plural = lower.endsWith('y') ? `${lower.slice(0, -1)}ies` : lower.endsWith('s') ? `${lower}es` : `${lower}s`;
  return `${group}${namespace ? `/namespaces/${namespace}` : ''}/${plural}/${name}`;
}

async function expectOk(answer: Promise<Response>): Promise<void> {
  const { ok, status } = await answer;
  if (!ok) throw new Error(`etcd answers ${status}`);
}
