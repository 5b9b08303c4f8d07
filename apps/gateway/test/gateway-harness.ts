import { randomBytes, randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

import { commonErrors, userErrors } from '@parley/contracts';
import {
  apiTokenHashOf,
  formatApiToken,
  type Membership,
  type Principal,
  type ProjectRules,
  type PublicKey,
} from '@parley/identity';
import { type ApiToken, IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { createMemoryBus, type EventBus } from '@parley/service-kit/bus';
import { newId } from '@parley/service-kit/call';
import { type CallListener, type LocalServers, readBody } from '@parley/service-kit/http';
import { timeoutOf } from '@parley/testkit';
import { type FakeService, fakeService, startFakes } from '@parley/testkit/fakes';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

import { type GatewayOptions, type RunningGateway, startGateway } from '../src/service.ts';

export const publicUrl = 'https://parley.example';

/** What a service behind the gateway was handed. */
export interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A service behind the gateway: answers what it saw, or what a test wants. */
export interface Upstream {
  url: string;
  readonly seen: Seen[];
  answer: (req: IncomingMessage, res: ServerResponse, body: string) => void;
  server: Server;
  stop(): Promise<void>;
}

export async function startUpstream(port = 0): Promise<Upstream> {
  const seen: Seen[] = [];
  const echo: Upstream['answer'] = (_req, res) => {
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ ok: true }));
  };
  const server = createServer(async (req, res) => {
    const { method = '', url = '', headers } = req;
    try {
      const body = (await readBody(req, Number.POSITIVE_INFINITY)).toString();
      seen.push({ method, url, headers, body });
      upstream.answer(req, res, body);
    } catch {
      // The caller hung up.
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const upstream: Upstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answer: echo,
    server,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return upstream;
}

/** The claims a service reads from the actor it is handed. */
export function actorOf(seen: Seen | undefined): Record<string, unknown> {
  const payload = String(seen?.headers['parley-actor']).split('.')[1] ?? '';
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).actor;
}

interface TokenRow {
  principal: Principal;
  isLive: boolean;
}

/** What the workspace service knows. Tests change it as its owner would. */
export class Workspace {
  readonly tokens = new Map<string, TokenRow>();
  /** Machine tokens by the hash of their secret, in hex. */
  readonly apiTokens = new Map<string, ApiToken>();
  readonly members = new Map<string, Membership>();
  readonly rules = new Map<string, ProjectRules>();
  readonly secrets = new Map<string, string>();
  readonly passwords = new Map<string, { password: string; principal: Principal }>();
  readonly keys: PublicKey[] = [];
  readonly identity: FakeService;
  #sign: (claims: Record<string, unknown>) => Promise<string> = () => Promise.reject(new Error('no key yet'));
  /** Answers wait here while a test holds them back. */
  held: Promise<void> | undefined;

  constructor() {
    this.identity = fakeService(IdentityServiceService, {
      getPublicKeys: () => ({ keys: this.keys.map((key) => ({ ...key, alg: 'EdDSA', use: 'sig' })) }),
      authenticateBasic: ({ email, password }) => {
        const known = this.passwords.get(email);
        if (known?.password !== password) throw userErrors.invalid_credentials();
        return { principal: messageOf(known.principal), credentialsVersion: 1 };
      },
      getVerificationKey: ({ idProject }) => {
        const secret = this.secrets.get(idProject);
        if (secret === undefined) throw commonErrors.route_not_found();
        return { algorithm: 'HS256', secret, version: 1 };
      },
      checkToken: async ({ jti }) => {
        const row = this.tokens.get(jti);
        const live = row?.isLive === true;
        await this.held;
        return live
          ? { live, principal: messageOf(row.principal), expiresAtMs: 0, reason: '' }
          : { live, expiresAtMs: 0, reason: row === undefined ? 'unknown' : 'revoked' };
      },
      checkApiToken: ({ secretHash }) => {
        const token = this.apiTokens.get(Buffer.from(secretHash).toString('hex'));
        return token === undefined ? { live: false, reason: 'unknown' } : { live: true, reason: '', token };
      },
      checkExternal: ({ externalId }) => ({
        refused: [...this.passwords.values()].some(({ principal }) => principal.id === externalId),
      }),
      getMembership: ({ idProject, id }) => {
        const member = this.members.get(`${idProject} ${id}`);
        return {
          found: member !== undefined,
          version: 1,
          membership: member && {
            idProjectUser: member.teammateId,
            role: member.role,
            status: member.status,
            fullName: member.name ?? '',
            customRole: member.rights && { rights: [...member.rights], visibility: member.visibility ?? 'all' },
          },
        };
      },
      getProjectAccess: ({ idProject }) => rulesMessage(this.rules.get(idProject) ?? { ...openRules, live: false }),
    });
  }

  async addKey(): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
    const { kty, crv, x } = (await exportJWK(publicKey)) as JWK & PublicKey;
    const kid = await calculateJwkThumbprint({ kty, crv, x });
    this.keys.unshift({ kid, kty, crv, x });
    this.#sign = (claims) =>
      new SignJWT({ iss: publicUrl, jti: randomUUID(), ...claims })
        .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'JWT' })
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey);
  }

  /** A project that lives, with an owner. */
  newProject(): string {
    const projectId = newId();
    this.rules.set(projectId, openRules);
    return projectId;
  }

  /** A person with a token and, if a role is given, a membership. */
  async newUser(member: { projectId?: string; role?: string } = {}): Promise<Caller> {
    const principal: Principal = { kind: 'user', id: newId(), name: 'Somebody' };
    return this.#newCaller(principal, { sub: 'user', aud: publicUrl }, member.projectId, member.role);
  }

  /** An anonymous visitor. */
  async newGuest(projectId: string): Promise<Caller> {
    const principal: Principal = { kind: 'guest', id: randomUUID(), projectId };
    const claims = { sub: 'guest', aud: `${publicUrl}/projects/${projectId}`, id_project: projectId };
    return this.#newCaller(principal, claims, projectId, 'guest');
  }

  /** A visitor the customer's server vouches for. */
  async newExternal(projectId: string): Promise<Caller> {
    const principal: Principal = { kind: 'external', id: `customer-${newId()}`, projectId };
    const claims = { sub: 'userexternal', aud: `${publicUrl}/projects/${projectId}`, id_project: projectId };
    return this.#newCaller(principal, claims, projectId, 'user');
  }

  /** A machine token that a person made for a program. */
  newApiToken(projectId: string, idUser: string, facts: Partial<ApiToken> = {}): Caller {
    const secret = formatApiToken(randomBytes(24));
    const id = newId();
    const made = { id, idProject: projectId, idUser, name: 'Export', role: 'agent', rights: [], allowedAddresses: [] };
    const key = apiTokenHashOf(secret)?.toString('hex') ?? '';
    this.apiTokens.set(key, { ...made, expiresAtMs: Date.now() + 3_600_000, ...facts });
    return { id: idUser, jti: id, header: `Bearer ${secret}` };
  }

  signToken(claims: Record<string, unknown>): Promise<string> {
    return this.#sign(claims);
  }

  join(projectId: string, id: string, role: string, status = 'active', custom: Partial<Membership> = {}): void {
    this.members.set(`${projectId} ${id}`, { teammateId: newId(), role, status, name: 'Somebody', ...custom });
  }

  async #newCaller(principal: Principal, claims: object, projectId?: string, role?: string): Promise<Caller> {
    const jti = randomUUID();
    this.tokens.set(jti, { principal, isLive: true });
    if (projectId !== undefined && role !== undefined) this.join(projectId, principal.id, role);
    const token = await this.#sign({ ...claims, _id: principal.id, jti });
    return { id: principal.id, jti, header: `JWT ${token}` };
  }
}

export const openRules: ProjectRules = {
  live: true,
  bannedIds: [],
  bannedAddresses: [],
  allowedAddresses: [],
  deniedAddresses: [],
};

export interface Caller {
  id: string;
  jti: string;
  /** For `Authorization`. */
  header: string;
}

function rulesMessage({ live, bannedIds, bannedAddresses, allowedAddresses, deniedAddresses }: ProjectRules) {
  return {
    ...{ live, version: 1 },
    bannedIds: [...bannedIds],
    bannedAddresses: [...bannedAddresses],
    allowedAddresses: [...allowedAddresses],
    deniedAddresses: [...deniedAddresses],
  };
}

function messageOf({ kind, id, projectId, name, email }: Principal) {
  return { kind, id, idProject: projectId, displayName: name ?? '', email };
}

/** How a gateway calls the services behind it: what it promises its callers is the same. */
export const ways = ['over connections', 'in the process'] as const;
export type Way = (typeof ways)[number];

/** Everything around a gateway: an identity service, two services behind it, and as many gateways as a test starts. */
export class GatewayHarness {
  readonly workspace = new Workspace();
  readonly bus: EventBus = createMemoryBus();
  readonly actorKey = randomBytes(32).toString('base64url');
  readonly lines: string[] = [];
  conversations!: Upstream;
  directory!: Upstream;
  #identity!: { addresses: { grpc: string }; stop(): Promise<void> };
  readonly #gateways: RunningGateway[] = [];
  readonly #upstreams: Upstream[] = [];
  readonly #localServers: LocalServers = new Map();
  readonly #way: Way;

  private constructor(way: Way) {
    this.#way = way;
  }

  static async start(way: Way = 'over connections'): Promise<GatewayHarness> {
    const harness = new GatewayHarness(way);
    await harness.workspace.addKey();
    harness.conversations = await harness.upstream();
    harness.directory = await harness.upstream();
    harness.#identity = await startFakes('workspace', [harness.workspace.identity], {
      NODE_ENV: 'test',
      ACTOR_KEY: harness.actorKey,
      DATA_KEY: harness.actorKey,
    });
    return harness;
  }

  /** A further service, which is called as the others are. */
  async upstream(): Promise<Upstream> {
    const upstream = await startUpstream();
    this.#upstreams.push(upstream);
    const listener: CallListener = async (req, res) => void upstream.server.emit('request', req, res);
    if (this.#way === 'in the process') this.#localServers.set(upstream.url, listener);
    return upstream;
  }

  async gateway(
    env: Record<string, string> = {},
    { bus = this.bus, demo }: Pick<GatewayOptions, 'bus' | 'demo'> = {},
  ): Promise<RunningGateway> {
    const gateway = await startGateway({
      bus,
      demo,
      localServers: this.#localServers,
      env: {
        NODE_ENV: 'test',
        PORT: '0',
        PUBLIC_URL: publicUrl,
        ACTOR_KEY: this.actorKey,
        WORKSPACE_GRPC: this.#identity.addresses.grpc,
        WORKSPACE_URL: this.directory.url,
        CONVERSATIONS_URL: this.conversations.url,
        LOG_LEVEL: 'silent',
        DRAIN_LINGER: '0ms',
        SOCKET_DRAIN: '0ms',
        ...env,
      },
    });
    this.#gateways.push(gateway);
    return gateway;
  }

  stopIdentity(): Promise<void> {
    return this.#identity.stop();
  }

  async stop(): Promise<void> {
    for (const gateway of this.#gateways) await gateway.stop();
    await Promise.all([...this.#upstreams, this.#identity].map((service) => service.stop()));
    await this.bus.close();
  }
}

export interface Answer {
  status: number;
  headers: Headers;
  /** The JSON, or the text where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a customer reads answers without our types.
  body: any;
}

/** A call as a customer's own code would make it. */
export async function call(
  { addresses }: { addresses: { http: string } },
  method: string,
  path: string,
  options: { as?: Caller | { header: string }; headers?: Record<string, string>; body?: unknown } = {},
): Promise<Answer> {
  const response = await fetch(addresses.http + path, {
    method,
    headers: {
      ...(options.as && { authorization: options.as.header }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: AbortSignal.timeout(timeoutOf(15_000)),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
