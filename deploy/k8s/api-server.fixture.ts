import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { freePort, startNamedServer } from '@parley/testkit';
import { stringify } from 'yaml';

import { documentsIn } from './build.ts';
import { builtIn } from './minors.fixture.ts';
import type { Place } from './places.ts';
import type { Resource } from './resource.ts';

/** A real API server with its own etcd, and no nodes: what it accepts, a cluster accepts. */
export interface ApiServer {
  version: string;
  /** What it writes; removed when it is stopped. */
  folder: string;
  /** Path of a kubeconfig of an administrator. */
  kubeconfig: string;
  /** Key and certificate that it made for itself, for names of the loopback. */
  certificate: { key: string; cert: string };
  /** @returns what it answers, refusals too */
  call<Body = Refusal>(method: string, path: string, body?: object, type?: string): Promise<ApiAnswer<Body>>;
  /**
   * What there is at a path, and every change from then on, in order.
   * @returns ends it
   */
  watch(path: string, onEvent: (event: WatchEvent) => void): () => void;
  /**
   * Applies a document on the server, with strict validation.
   * @returns what the server says against it; warnings count as refusals
   */
  apply(document: Resource, isTrial?: boolean): Promise<string[]>;
  stop(): Promise<void>;
}

export interface ApiAnswer<Body = Refusal> {
  status: number;
  body: Body;
  warnings: string[];
}

/** What stands in an answer that is no success. */
interface Refusal {
  message?: string;
}

export interface WatchEvent {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  object: Resource;
}

const deadlineMs = 30_000;

/** What others refer to comes first. */
export const firstKinds = ['Namespace', 'PriorityClass', 'ServiceAccount'];

/** What a place brings of the kinds that every server knows, in the order in which it can be applied. */
export function builtInDocumentsOf(place: Place): Resource[] {
  const rank = ({ kind }: Resource) => (firstKinds.includes(kind) ? firstKinds.indexOf(kind) : firstKinds.length);
  return documentsIn(place)
    .filter(({ apiVersion }) => builtIn.test(apiVersion))
    .toSorted((one, other) => rank(one) - rank(other));
}

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

  const url = `https://127.0.0.1:${port}`;
  const headers = { authorization: `Bearer ${token}` };
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
  const agent = new Agent({ rejectUnauthorized: false, keepAlive: true });
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
    {
      folder,
      ready: async () => {
        const { status } = await call('GET', '/readyz');
        if (status !== 200) throw new Error(`kube-apiserver answers ${status}`);
      },
    },
  );
  const kubeconfig = join(folder, 'kubeconfig');
  await writeFile(kubeconfig, stringify(kubeconfigOf(url, token)), { mode: 0o600 });
  const [key, cert] = await Promise.all(
    ['apiserver.key', 'apiserver.crt'].map((file) => readFile(join(folder, file), 'utf8')),
  );

  async function call<Body = Refusal>(
    method: string,
    path: string,
    body?: object,
    type = 'application/json',
  ): Promise<ApiAnswer<Body>> {
    const options = { method, agent, headers: { ...headers, 'content-type': type } };
    const response = await ask(`${url}${path}`, options, body);
    const answer = await text(response);
    const isJson = response.headers['content-type']?.startsWith('application/json');
    return {
      status: response.statusCode ?? 0,
      body: isJson ? JSON.parse(answer) : answer,
      warnings: [response.headers.warning ?? []].flat(),
    };
  }

  return {
    version: (await call<{ gitVersion: string }>('GET', '/version')).body.gitVersion,
    folder,
    kubeconfig,
    certificate: { key: key ?? '', cert: cert ?? '' },
    call,
    watch(path, onEvent) {
      const watching = request(`${url}${path}?watch=1`, { agent, headers });
      watching.once('response', (response) => {
        // It ends by what this function returns.
        response.on('error', () => undefined);
        const lines = createInterface(response);
        lines.on('line', (line) => onEvent(JSON.parse(line) as WatchEvent));
        lines.on('error', () => undefined);
      });
      watching.on('error', () => undefined).end();
      return () => watching.destroy();
    },
    async apply(document, isTrial = false) {
      const query = `fieldManager=parley&fieldValidation=Strict${isTrial ? '&dryRun=All' : ''}`;
      const path = `${pathOf(document)}?${query}`;
      const { status, body, warnings } = await call('PATCH', path, document, 'application/apply-patch+yaml');
      return status < 300 ? warnings : [body.message ?? JSON.stringify(body)];
    },
    async stop() {
      await server.kill();
      await etcd.kill();
      agent.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** For `startNamedServer`: a component of Kubernetes that serves at this port of the loopback. */
export async function expectHealthy(port: number): Promise<void> {
  const response = await ask(`https://127.0.0.1:${port}/healthz`, { agent: false, rejectUnauthorized: false });
  const answer = await text(response);
  if (answer !== 'ok') throw new Error(answer);
}

function ask(url: string, options: RequestOptions, body?: object): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const text = body ? JSON.stringify(body) : '';
    // Node gives the body of a DELETE no length by itself.
    const headers = { ...options.headers, 'content-length': Buffer.byteLength(text) };
    const sent = request(url, { ...options, headers, signal: AbortSignal.timeout(deadlineMs) });
    sent.once('response', resolve).once('error', reject);
    sent.end(text);
  });
}

function kubeconfigOf(server: string, token: string) {
  const named = { name: 'test' };
  return {
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': named.name },
    clusters: [{ ...named, cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ ...named, user: { token } }],
    contexts: [{ ...named, context: { cluster: named.name, user: named.name } }],
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
