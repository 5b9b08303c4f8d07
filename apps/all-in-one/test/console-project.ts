import { readFile } from 'node:fs/promises';

import type { BrowserContext, Download, Page } from 'playwright-core';

import type { ConsoleBrowser } from './console-page.ts';
import { type Customer, newUser } from './mesh.ts';

/** A user with the password to sign in by. */
export interface Person {
  customer: Customer;
  email: string;
  password: string;
}

export async function newPerson(app: ConsoleBrowser, firstname: string): Promise<Person> {
  return { ...(await newUser(app.mesh.url, firstname)), password: `secret of ${firstname}` };
}

/** A project of its own for one test. */
export class ConsoleProject {
  readonly id: string;
  readonly #app: ConsoleBrowser;
  readonly #owner: Person;

  private constructor(app: ConsoleBrowser, owner: Person, id: string) {
    this.#app = app;
    this.#owner = owner;
    this.id = id;
  }

  static async create(app: ConsoleBrowser, owner: Person, agent?: Person): Promise<ConsoleProject> {
    const { body } = await owner.customer.call('POST', '/projects', { name: 'Acme' });
    const project = new ConsoleProject(app, owner, body._id);
    if (agent) await project.call('POST', '/project_users/invite', { email: agent.email, role: 'agent' });
    return project;
  }

  /** What the API answers the owner; paths begin below the project. */
  async call(method: string, path: string, body?: unknown) {
    return (await this.#owner.customer.call(method, `/${this.id}${path}`, body)).body;
  }

  /** A screen of the project, for its owner or another one. */
  open(context: BrowserContext, path: string, person = this.#owner): Promise<Page> {
    return this.#app.signIn(context, person, `/${this.id}/${path}`);
  }

  addressOf(path: string): string {
    return `${this.#app.origin}/console/${this.id}/${path}`;
  }
}

/** A download as text, without its byte order mark. */
export async function textOf(download: Download): Promise<string> {
  return (await readFile(await download.path(), 'utf8')).replace(/^\uFEFF/, '');
}
