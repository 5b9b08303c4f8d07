import { setTimeout as delay } from 'node:timers/promises';

import { Endpoint } from '@parley/testkit';

import { SocketClient } from '../../../apps/all-in-one/test/client.ts';
import { type Answer, type Customer, newRequestId, newUser, newVisitor } from '../../../apps/all-in-one/test/mesh.ts';
import type { Mesh } from '../mesh.ts';
import type { Heard, History } from './history.ts';
import { Random } from './random.ts';

const visitors = 8;
const messagesOfTalk = 6;
const talksWithSockets = 2;
const pauseMs = 100;
/** How long a call is repeated when all is well again. */
const patienceMs = 90_000;

interface Agent {
  id: string;
  customer: Customer;
  token: string;
}

interface RequestRow {
  request_id: string;
  status: number;
  participantsAgents: string[];
}

/** An answer, as far as it matters here. */
interface Said<Body> {
  status: number;
  body: Body;
}

interface MessageRow {
  _id: string;
  seq: number;
  text: string;
}

/** The customers, agents and receivers of one project, who write down what they do and see. */
export class Traffic {
  readonly #mesh: Mesh;
  readonly #history: History;
  readonly #random: Random;
  readonly #receiver = new Endpoint();
  readonly #sockets: { request: string; client: SocketClient }[] = [];
  /** Their customers have said everything. */
  readonly #finished = new Set<string>();
  readonly #requests: string[] = [];
  #projectId = '';
  #pooled = '';
  #owner: Agent | undefined;
  #agents: Agent[] = [];
  #isOver = false;
  #givesUpAt = Number.POSITIVE_INFINITY;
  #keys = 0;

  constructor(mesh: Mesh, history: History) {
    this.#mesh = mesh;
    this.#history = history;
    this.#random = new Random(history.seed);
  }

  /** A project with two agents, a queue of which they claim, and a webhook; while all is well. */
  async open(): Promise<void> {
    const [owner, ...agents] = await Promise.all(['Ada', 'Linus', 'Grace'].map((name) => this.#newUser(name)));
    if (!owner) throw new Error('nobody has signed up');
    this.#owner = owner;
    this.#agents = agents;
    const { customer: ada } = owner;
    const { body: project } = await ada.call('POST', '/projects', { name: 'Shop' });
    this.#projectId = project._id;
    await ada.call('PATCH', `/projects/${project._id}`, {
      'settings.chat_limit_on': true,
      'settings.max_agent_assigned_chat': this.#history.capacity,
    });
    for (const { email } of agents)
      await this.#must(
        this.#call(ada, 'POST', '/project_users/invite', { email, role: 'agent', user_available: true }),
      );
    await this.#must(this.#call(ada, 'PUT', '/project_users', { user_available: false }));
    const pooled = await this.#must(this.#call(ada, 'POST', '/departments', { name: 'Pool', routing: 'pooled' }));
    this.#pooled = pooled.body._id;
    await this.#receiver.start();
    await this.#must(
      this.#call(ada, 'POST', '/subscriptions', { event: 'message.create', target: this.#receiver.url }),
    );
  }

  /** Goes on until `end`; resolves when every call has been answered. */
  async run(): Promise<void> {
    await Promise.all([
      ...Array.from({ length: visitors }, () => this.#visit()),
      ...this.#agents.map((agent) => this.#serve(agent)),
      this.#read(),
    ]);
  }

  /** No more conversations; calls under way are repeated until they are answered, or for so long that something is wrong. */
  end(): void {
    this.#isOver = true;
    this.#givesUpAt = Date.now() + patienceMs;
  }

  /** Reads everything as it is when all is well. */
  async readLast(): Promise<void> {
    const history = this.#history;
    history.readings = history.readings.filter(({ isLast }) => !isLast);
    for (const [nth, url] of this.#mesh.gatewayUrls.entries()) {
      const owner = this.#owner?.customer.at(url);
      for (const request of this.#requests) {
        const messages = owner && (await this.#messagesOf(owner, request));
        if (messages) history.readings.push({ reader: `list ${nth}`, request, messages, isLast: true });
      }
    }
    for (const [nth, { request, client }] of this.#sockets.entries()) {
      const messages = [...client.known.messages].map(([seq, message]) => heardOf({ ...message, seq }));
      history.readings.push({ reader: `socket ${nth}`, request, messages, isLast: true });
    }
    history.deliveries = this.#receiver.calls.map(({ headers, body }) => ({
      webhookId: String(headers['webhook-id']),
      id: body.payload._id,
    }));
    const figures = this.#owner && (await this.#call(this.#owner.customer, 'GET', '/analytics/requests/count'));
    history.counted = figures?.status === 200 ? figures.body[0]?.totalCount : undefined;
  }

  /** Whoever was refused for an outage asks again, as clients do. */
  reconnect(): void {
    for (const { client } of this.#sockets) if (client.errors.splice(0).length > 0) client.cut();
  }

  close(): void {
    for (const { client } of this.#sockets) client.stop();
    this.#receiver.stop();
  }

  async #visit(): Promise<void> {
    const { body: customer } = await this.#insist('enter', async () => {
      const { token, customer } = await newVisitor(this.#mesh.url, this.#projectId, 'Vera');
      return { status: token ? 200 : 503, body: customer };
    });
    while (customer && !this.#isOver) {
      const request = newRequestId(this.#projectId);
      const departmentid = this.#random.next() < 0.5 ? this.#pooled : undefined;
      for (let nth = 0; nth < messagesOfTalk; nth++) {
        await this.#say(customer, request, { departmentid });
        if (nth === 0) this.#follow(request);
      }
      this.#finished.add(request);
    }
  }

  async #say(customer: Customer, request: string, body: object): Promise<void> {
    const key = `${this.#history.seed}-${this.#keys++}`;
    const send = { request, key, id: undefined as string | undefined };
    this.#history.sends.push(send);
    const headers = { 'Idempotency-Key': key };
    const say = () => this.#call(customer, 'POST', `/requests/${request}/messages`, { ...body, text: key }, headers);
    const { status, body: message } = await this.#insist(`say ${key}`, say);
    if (status === 200) send.id = message._id;
    else this.#refused(`say ${key}`, status, message);
  }

  #follow(request: string): void {
    this.#requests.push(request);
    if (this.#requests.length > talksWithSockets || !this.#owner) return;
    for (const url of this.#mesh.gatewayUrls) {
      const topic = `/${this.#projectId}/requests/${request}/messages`;
      const client = new SocketClient(url, this.#owner.token, [topic]);
      this.#sockets.push({ request, client });
      client.connect();
    }
  }

  async #serve({ id, customer }: Agent): Promise<void> {
    const answered = new Set<string>();
    while (!this.#isOver) {
      const listed = await this.#attempt(() => this.#call(customer, 'GET', '/requests?limit=200&no_count=true'));
      const rows: RequestRow[] = listed?.status === 200 ? listed.body.requests : [];
      if (rows.length > 0) this.#history.snapshots.push({ reader: id, owners: ownersOf(rows) });
      const waiting = rows.find(({ status }) => status === 100);
      if (waiting) await this.#claim(id, customer, waiting.request_id);
      for (const { request_id, participantsAgents } of rows) {
        if (!participantsAgents.includes(id) || this.#isOver) continue;
        if (!answered.has(request_id)) await this.#say(customer, request_id, {});
        answered.add(request_id);
        if (this.#finished.has(request_id)) await this.#close(customer, request_id);
      }
      await delay(pauseMs);
    }
  }

  async #claim(agent: string, customer: Customer, request: string): Promise<void> {
    const headers = { 'Idempotency-Key': `claim-${this.#keys++}` };
    const claim = () => this.#call(customer, 'POST', `/requests/${request}/claim`, {}, headers);
    const { status, body } = await this.#insist(`claim ${request}`, claim);
    if (status === 200) this.#history.claims.push({ request, agent });
    else if (!['already_claimed', 'capacity_reached', 'request_closed'].includes(body.code))
      this.#refused(`claim ${request}`, status, body);
  }

  async #close(customer: Customer, request: string): Promise<void> {
    const close = () => this.#call(customer, 'PUT', `/requests/${request}/close`, {});
    const { status, body } = await this.#insist(`close ${request}`, close);
    if (status !== 200) this.#refused(`close ${request}`, status, body);
  }

  /** Somebody who looks into conversations while they go on. */
  async #read(): Promise<void> {
    while (!this.#isOver) {
      await delay(pauseMs);
      if (this.#requests.length === 0 || !this.#owner) continue;
      const request = this.#random.pick(this.#requests);
      const messages = await this.#messagesOf(this.#owner.customer, request);
      if (messages) this.#history.readings.push({ reader: 'list', request, messages, isLast: false });
    }
  }

  async #messagesOf(customer: Customer, request: string): Promise<Heard[] | undefined> {
    const answer = await this.#attempt(() => this.#call(customer, 'GET', `/requests/${request}/messages?limit=200`));
    return answer?.status === 200 ? answer.body.map(heardOf) : undefined;
  }

  #call(customer: Customer, method: string, path: string, body?: unknown, headers?: Record<string, string>) {
    return customer.call(method, `/${this.#projectId}${path}`, body, headers);
  }

  async #must(call: Promise<Answer>): Promise<Answer> {
    const answer = await call;
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** An outage is no answer, and no reason for what only a bug answers. */
  async #attempt<Body>(call: () => Promise<Said<Body>>): Promise<Said<Body> | undefined> {
    const answer = await call().catch(() => undefined);
    if (answer?.status === 500) this.#refused('a call', 500, answer.body);
    return answer && !isOutage(answer) ? answer : undefined;
  }

  /** Repeats a call until it is answered. */
  async #insist<Body>(what: string, call: () => Promise<Said<Body>>): Promise<Said<Body | undefined>> {
    for (;;) {
      const answer = await this.#attempt(call);
      if (answer) return answer;
      if (Date.now() > this.#givesUpAt) {
        this.#history.unsettled.push(what);
        return { status: 0, body: undefined };
      }
      await delay(pauseMs);
    }
  }

  #refused(what: string, status: number, body: unknown): void {
    if (status !== 0) this.#history.refusals.push(`${what}: ${status} ${JSON.stringify(body)}`);
  }

  async #newUser(name: string): Promise<Agent & { email: string }> {
    return newUser(this.#mesh.url, name);
  }
}

function isOutage({ status, body }: Said<unknown>): boolean {
  return status >= 500 || (status === 409 && (body as { code?: string }).code === 'idempotency_in_progress');
}

const ownersOf = (rows: readonly RequestRow[]) =>
  Object.fromEntries(rows.map(({ request_id, participantsAgents }) => [request_id, participantsAgents]));

function heardOf({ _id: id, seq, text }: MessageRow): Heard {
  return { seq, id, ...(/^\d+-\d+$/.test(text) && { key: text }) };
}
