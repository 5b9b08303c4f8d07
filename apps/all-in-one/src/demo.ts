import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { readPrivate, writePrivate } from './keys.ts';

/** What the first start seeds, kept in `demo.json` (mode 0600) so that every later start can show it again. */
export interface Demo {
  projectId: string;
  /** User id of the owner; absent in folders of earlier versions. */
  ownerId?: string;
  people: { role: 'owner' | 'agent'; email: string; password: string }[];
}

interface Notes {
  projectId?: string;
  ownerId?: string;
  passwords: Record<string, string>;
  complete: boolean;
}

const people = [
  { role: 'owner', firstname: 'Ada', lastname: 'Lovelace', email: 'ada@parley.example' },
  { role: 'agent', firstname: 'Linus', lastname: 'Weaver', email: 'linus@parley.example' },
  { role: 'agent', firstname: 'Alan', lastname: 'Mason', email: 'alan@parley.example' },
] as const;
const [owner, ...agents] = people;

const conversations = [
  {
    visitor: 'Vera',
    texts: ['Hello, my parcel has not arrived.', 'It was due on Monday.'],
    answer: 'I am looking into it, one moment.',
    close: false,
  },
  {
    visitor: 'Paul',
    texts: ['Can I change the address of my order?'],
    answer: 'Yes: I have changed it for you.',
    close: true,
  },
  { visitor: 'Mina', texts: ['Do you ship to Portugal?'], close: false },
];

/**
 * Seeds the demo through the public API, like any client would: owner, two agents, a project with its department, a bot with one of its own,
 * a few conversations.
 * A start that was killed half way is taken up by the next one.
 * @param url of the gateway
 */
export async function seedDemo({ url, dataFolder }: { url: string; dataFolder: string }): Promise<Demo> {
  const file = join(dataFolder, 'demo.json');
  const fresh = {
    passwords: Object.fromEntries(people.map(({ email }) => [email, randomBytes(9).toString('base64url')])),
    complete: false,
  };
  let notes: Notes = (await readPrivate<Notes>(file)) ?? (await writePrivate<Notes>(file, fresh));

  if (!notes.complete) {
    const api = new DemoClient(url);
    for (const { role: _, ...person } of people)
      await api.signUp({ ...person, password: passwordOf(notes, person.email) });
    const { token, user } = await api.signIn(owner.email, passwordOf(notes, owner.email));
    notes = { ...notes, ownerId: user._id };
    if (!notes.projectId) notes = await writePrivate(file, { ...notes, projectId: await api.createProject(token) });
    const projectId = notes.projectId ?? '';
    for (const agent of agents) await api.invite(token, projectId, agent);
    await api.addBot(token, projectId);
    for (const conversation of conversations) await api.converse(projectId, token, conversation);
    notes = await writePrivate(file, { ...notes, complete: true });
  }
  return {
    projectId: notes.projectId ?? '',
    ownerId: notes.ownerId,
    people: people.map(({ role, email }) => ({ role, email, password: passwordOf(notes, email) })),
  };
}

function passwordOf(notes: Notes, email: string): string {
  const password = notes.passwords[email];
  if (!password) throw new Error(`demo.json names no password of ${email}; delete the data folder to start over.`);
  return password;
}

class DemoClient {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** An address that is taken was signed up by an earlier start. */
  async signUp(person: object): Promise<void> {
    await this.#call('POST', '/v3/auth/signup', { body: person, accept: [200, 409] });
  }

  signIn(email: string, password: string): Promise<{ token: string; user: { _id: string } }> {
    return this.#call('POST', '/v3/auth/signin', { body: { email, password } });
  }

  async createProject(token: string): Promise<string> {
    return (await this.#call<{ _id: string }>('POST', '/v3/projects', { token, body: { name: 'Demo shop' } }))._id;
  }

  async invite(token: string, projectId: string, { email, role }: { email: string; role: string }): Promise<void> {
    await this.#call('POST', `/v3/${projectId}/project_users/invite`, {
      token,
      body: { email, role, user_available: true },
      accept: [200, 409],
    });
  }

  /** In a department of its own: who writes to the first one is answered by people. */
  async addBot(token: string, projectId: string): Promise<void> {
    const bot = { name: 'Robby', description: 'Answers what is asked often', template: 'example' };
    const { _id: id_bot } = await this.#call<{ _id: string }>('POST', `/v3/${projectId}/bots`, { token, body: bot });
    await this.#call('POST', `/v3/${projectId}/departments`, { token, body: { name: 'Ask Robby', id_bot } });
  }

  async converse(
    projectId: string,
    team: string,
    { visitor, texts, answer, close }: (typeof conversations)[number],
  ): Promise<void> {
    const guest = await this.#call<{ token: string }>('POST', '/v3/auth/signinAnonymously', {
      body: { id_project: projectId, firstname: visitor },
    });
    const request = `/v3/${projectId}/requests/support-group-${projectId}-${randomUUID().replaceAll('-', '')}`;
    for (const text of texts)
      await this.#call('POST', `${request}/messages`, {
        token: guest.token,
        body: { text, sourcePage: 'https://shop.example/help', language: 'en' },
      });
    if (answer) await this.#call('POST', `${request}/messages`, { token: team, body: { text: answer } });
    if (close) await this.#call('PUT', `${request}/close`, { token: team });
  }

  async #call<T>(
    method: string,
    path: string,
    { token, body, accept = [200] }: { token?: string; body?: object; accept?: number[] },
  ): Promise<T> {
    const response = await fetch(this.#url + path, {
      method,
      headers: { ...(token && { authorization: token }), ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    if (!accept.includes(response.status))
      throw new Error(`Seeding the demo: ${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }
}
