import { randomUUID } from 'node:crypto';

import { exponentialBackoff, pause } from '@parley/service-kit/concurrency';

import type { DemoAgent, DemoConversation } from './demo-conversations.ts';
import { demoTags } from './demo-conversations.ts';
import type { SeedingPass } from './seeding-pass.ts';

/** Of a call to a part that is unavailable: half a minute in all. */
const tries = 8;
const pauseMs = exponentialBackoff(500, 8_000);

/** One who is signed in. */
export interface DemoPerson {
  id: string;
  token: string;
}

/** What a project is made of, by the public API. */
export class DemoClient {
  readonly #url: string;
  readonly #pass: SeedingPass;

  constructor(url: string, pass: SeedingPass) {
    this.#url = url;
    this.#pass = pass;
  }

  /** An address that is taken was signed up by an earlier start. */
  async signUp(person: object): Promise<void> {
    await this.#call('POST', '/v3/auth/signup', { body: person, accept: [200, 409] });
  }

  async signIn(email: string, password: string): Promise<DemoPerson> {
    const { token, user } = await this.#call<{ token: string; user: { _id: string } }>('POST', '/v3/auth/signin', {
      body: { email, password },
    });
    return { id: user._id, token };
  }

  async createProject(token: string): Promise<string> {
    return (await this.#call<{ _id: string }>('POST', '/v3/projects', { token, body: { name: 'Demo shop' } }))._id;
  }

  /** The secret under which the project's own server vouches for visitors; the one before is of no use then. */
  async generateSecret(token: string, projectId: string): Promise<string> {
    return (await this.#call<{ jwtSecret: string }>('POST', `/v3/${projectId}/keys/generate`, { token, body: {} }))
      .jwtSecret;
  }

  async invite(token: string, projectId: string, { email, role }: { email: string; role: string }): Promise<void> {
    await this.#call('POST', `/v3/${projectId}/project_users/invite`, {
      token,
      body: { email, role, user_available: true },
      accept: [200, 409],
    });
  }

  /** A record of the project. @returns its id */
  async create(token: string, path: string, body: object): Promise<string> {
    return (await this.#call<{ _id: string }>('POST', `/v3/${path}`, { token, body }))._id;
  }

  async setAttributes(token: string, projectId: string, attributes: object): Promise<void> {
    await this.#call('PUT', `/v3/projects/${projectId}`, { token, body: { attributes } });
  }

  /** Lets a visitor write, and the team do what it did. @param departments their ids, by name @returns `request_id` */
  async converse(
    projectId: string,
    { team, departments }: { team: Record<DemoAgent, DemoPerson>; departments: Record<string, string> },
    conversation: DemoConversation,
  ): Promise<string> {
    const {
      visitor,
      department,
      texts,
      agent,
      answers = [],
      tags,
      priority,
      note,
      leave,
      park,
      close,
      rating,
    } = conversation;
    const { token: guest } = await this.#call<{ token: string }>('POST', '/v3/auth/signinAnonymously', {
      body: { id_project: projectId, firstname: visitor, email: `${visitor.toLowerCase()}@customer.example` },
    });
    const requestId = `support-group-${projectId}-${randomUUID().replaceAll('-', '')}`;
    const request = `/v3/${projectId}/requests/${requestId}`;
    const { Ada: owner, Alan } = team;
    const answering = agent ? team[agent] : owner;

    for (const text of texts)
      await this.#call('POST', `${request}/messages`, {
        token: guest,
        body: {
          text,
          language: 'en',
          sourcePage: 'https://shop.example/help',
          ...(department && { departmentid: departments[department] }),
        },
      });
    if (agent) await this.#call('PUT', `${request}/participants`, { token: owner.token, body: [answering.id] });
    for (const text of answers)
      await this.#call('POST', `${request}/messages`, { token: answering.token, body: { text } });
    if (tags)
      await this.#call('PUT', `${request}/tag`, {
        token: owner.token,
        body: tags.map((tag) => ({ tag, color: demoTags[tag] })),
      });
    if (priority || park)
      await this.#call('PATCH', request, {
        token: owner.token,
        body: { ...(priority && { priority }), ...(park && { status: 50 }) },
      });
    if (note) {
      const { text, by = 'Ada', mentionsOwner } = note;
      const body = { text, ...(mentionsOwner && { mentions: [owner.id] }) };
      await this.#call('POST', `${request}/notes`, { token: team[by].token, body });
    }
    if (leave) await this.#call('DELETE', `${request}/participants/${Alan.id}`, { token: Alan.token });
    if (close) await this.#call('PUT', `${request}/close`, { token: owner.token });
    if (rating) await this.#call('PATCH', `${request}/rating`, { token: guest, body: rating });
    return requestId;
  }

  async #call<T>(
    method: string,
    path: string,
    { token, body, accept = [200] }: { token?: string; body?: object; accept?: number[] },
  ): Promise<T> {
    const headers = {
      ...this.#pass.headers,
      ...(token && { authorization: token }),
      ...(body && { 'content-type': 'application/json' }),
      'idempotency-key': randomUUID(),
    };
    const call = () =>
      fetch(this.#url + path, {
        method,
        headers,
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      });
    let response = await call();
    // A busy machine may take a part of the mesh for lost, for a moment.
    for (let attempt = 1; response.status === 503 && attempt < tries; attempt += 1) {
      await response.body?.cancel();
      await pause(pauseMs(attempt));
      response = await call();
    }
    if (!accept.includes(response.status))
      throw new Error(`Seeding the demo: ${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }
}
