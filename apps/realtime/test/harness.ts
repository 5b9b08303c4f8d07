import { once } from 'node:events';

import { commonErrors, type Role, requestErrors } from '@parley/contracts';
import { ConversationsServiceService, type WatchFeedResponse } from '@parley/proto-gen/conversations/v1/conversations';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { newId } from '@parley/service-kit/call';
import { actorTokens } from '@parley/service-kit/security';
import { eventually, startTestService, type TestService } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';
import { WebSocket } from 'ws';

import type { Context } from '../src/context.ts';
import { startRealtime } from '../src/service.ts';

interface Person {
  id: string;
  role: Role;
  status: string;
}

/** A stream of one topic, controlled by the test. */
export class Stream {
  readonly topic: string;
  readonly after: string;
  readonly actor: string | undefined;
  readonly role: string | undefined;
  isOpen = true;
  readonly #waiting: (WatchFeedResponse | Error | 'end')[] = [];
  #wake = Promise.withResolvers<void>();

  constructor(facts: { topic: string; after: string; actor?: string; role?: string }) {
    this.topic = facts.topic;
    this.after = facts.after;
    this.actor = facts.actor;
    this.role = facts.role;
  }

  send(method: string, message: unknown, cursor: string, expired = false): void {
    this.#put({ method, messageJson: JSON.stringify(message), cursor, expired });
  }

  end(): void {
    this.#put('end');
  }

  fail(error: Error): void {
    this.#put(error);
  }

  async *answers(signal: AbortSignal | undefined): AsyncGenerator<WatchFeedResponse> {
    signal?.addEventListener('abort', () => this.#put('end'));
    try {
      for (;;) {
        const next = this.#waiting.shift();
        if (next === 'end') return;
        if (next instanceof Error) throw next;
        if (next) yield next;
        else {
          await this.#wake.promise;
          this.#wake = Promise.withResolvers();
        }
      }
    } finally {
      this.isOpen = false;
    }
  }

  #put(next: WatchFeedResponse | Error | 'end'): void {
    this.#waiting.push(next);
    this.#wake.resolve();
  }
}

/** Realtime with fake workspace and conversations services. People authenticate with Basic: `<name>:pass`. */
export class RealtimeHarness {
  readonly projectId = newId();
  readonly people = new Map<string, Person>();
  readonly streams: Stream[] = [];
  readonly banned: string[] = [];
  readonly present: string[][] = [];
  readonly acknowledged: object[] = [];
  readonly typing: object[] = [];
  readonly viewing: { state: string; requestId: string; connection: string; actor?: string | undefined }[] = [];
  isWorkspaceDown = false;
  /** Membership lookups are answered when it resolves, with the state at the time of the call. */
  answering: Promise<void> = Promise.resolve();
  asked = 0;
  readonly #sockets: Client[] = [];
  #service: TestService<object, Context> | undefined;

  get service(): TestService<object, Context> {
    if (!this.#service) throw new Error('The harness has not been started');
    return this.#service;
  }

  async start(env: Record<string, string> = {}): Promise<void> {
    this.#service = await startTestService(startRealtime, {
      env: { AUTH_CACHE_MS: '0', SOCKET_DRAIN: '100ms', ...env },
      fakes: { workspace: [this.#identity(), this.#directory()], conversations: this.#conversations() },
    });
  }

  async stop(): Promise<void> {
    await this.#service?.stop();
    for (const { socket } of this.#sockets) socket.terminate();
  }

  /** Adds a member of the project. */
  add(name: string, role: Role = 'agent'): Person {
    const person = { id: newId(), role, status: 'active' };
    this.people.set(name, person);
    return person;
  }

  async connect(name: string | undefined, path = '/v3/ws'): Promise<Client> {
    const actorKey = new Uint8Array(Buffer.from(String(this.service.env.ACTOR_KEY), 'base64url'));
    const actor = await actorTokens({ key: actorKey, service: 'gateway' }).sign({ kind: 'none', id: '' }, 'realtime');
    const basic = name === undefined ? undefined : `Basic ${Buffer.from(`${name}:pass`).toString('base64')}`;
    const headers = {
      'parley-actor': actor,
      'parley-client-address': '10.0.0.1',
      ...(basic && { authorization: basic }),
    };
    const client = new Client(
      new WebSocket(`${this.service.addresses.http.replace('http', 'ws')}${path}`, { headers }),
    );
    this.#sockets.push(client);
    await once(client.socket, 'open');
    return client;
  }

  topic(rest = 'requests'): string {
    return `/${this.projectId}/${rest}`;
  }

  /** The newest stream of a topic. */
  async stream(topic: string, nth = 0): Promise<Stream> {
    return eventually(() => {
      const found = this.streams.filter((one) => one.topic === topic)[nth];
      if (!found) throw new Error(`${topic} has no stream number ${nth + 1}`);
      return found;
    });
  }

  #identity() {
    return fakeService(IdentityServiceService, {
      authenticateBasic: ({ email }) => {
        if (this.isWorkspaceDown) throw commonErrors.dependency_down();
        const person = this.people.get(email);
        if (!person) throw commonErrors.unauthorized();
        const principal = { kind: 'user', id: person.id, displayName: email };
        return { principal, credentialsVersion: 1 };
      },
      getPublicKeys: () => ({ keys: [] }),
      getMembership: async ({ idProject, id }) => {
        const person = [...this.people.values()].map((one) => ({ ...one })).find((one) => one.id === id);
        this.asked += 1;
        await this.answering;
        if (!person || idProject !== this.projectId) return { found: false, membership: undefined, version: 0 };
        const { role, status } = person;
        const membership = { idProjectUser: `pu-${id}`, role, status, fullName: 'Somebody' };
        return { found: true, membership, version: 1 } as never;
      },
      getProjectAccess: ({ idProject }) => ({
        ...{ live: idProject === this.projectId, bannedIds: [...this.banned], bannedAddresses: [] },
        ...{ allowedAddresses: [], deniedAddresses: [], version: 1 },
      }),
    });
  }

  #directory() {
    return fakeService(DirectoryServiceService, {
      setPresence: ({ principals }) => {
        this.present.push(principals.map(({ idUser, uuidUser }) => idUser ?? uuidUser ?? ''));
        return { applied: principals.length };
      },
    });
  }

  #conversations() {
    return fakeService(ConversationsServiceService, {
      watchFeed: ({ topic, after }, { actor, signal }) => {
        if (topic.includes('forbidden')) throw requestErrors.request_not_found();
        const stream = new Stream({ topic, after, actor: actor?.id, role: actor?.role });
        this.streams.push(stream);
        return stream.answers(signal);
      },
      acknowledge: (request, { actor }) => {
        this.acknowledged.push({ ...request, actor: actor?.id });
        return { updated: 1 };
      },
      publishViewing: (request, { actor }) => {
        if (request.requestId === 'forbidden') throw requestErrors.request_not_found();
        this.viewing.push({ ...request, actor: actor?.id });
        return {};
      },
      publishTyping: (request, { actor }) => {
        this.typing.push({ ...request, actor: actor?.id });
        return {};
      },
    });
  }
}

/** A client, and all that it received. */
export class Client {
  readonly socket: WebSocket;
  readonly texts: string[] = [];
  closed: number | undefined;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => this.texts.push(data.toString()));
    socket.on('close', (code) => {
      this.closed = code;
    });
    socket.on('error', () => undefined);
  }

  send(action: string, payload: object = {}): void {
    this.socket.send(JSON.stringify({ action, payload }));
  }

  /** Payloads of one action, in order. */
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server said.
  received(action: string): any[] {
    return this.texts
      .filter((text) => text.startsWith('{'))
      .map((text) => JSON.parse(text))
      .filter((frame) => frame.action === action)
      .map((frame) => frame.payload);
  }

  async ended(code: number): Promise<void> {
    await eventually(() => expect(this.closed).toBe(code), { timeoutMs: 15_000 });
  }
}
