import type { BrowserContext, Page } from 'playwright-core';

import { ConsoleBrowser } from './console-page.ts';
import { type Answer, type Customer, newRequestId, newUser, newVisitor } from './mesh.ts';

interface Person {
  customer: Customer;
  id: string;
  email: string;
  password: string;
}

/** The console with a project in which Ada (owner), Linus and Grace (agents) answer; new conversations wait for a hand. */
export class ConsoleTeam {
  readonly app: ConsoleBrowser;
  readonly project: string;
  readonly ada: Person;
  readonly linus: Person;
  readonly grace: Person;

  private constructor(app: ConsoleBrowser, project: string, [ada, linus, grace]: [Person, Person, Person]) {
    this.app = app;
    this.project = project;
    this.ada = ada;
    this.linus = linus;
    this.grace = grace;
  }

  static async start(env: Record<string, string> = {}): Promise<ConsoleTeam> {
    const app = await ConsoleBrowser.start(env);
    const person = (name: string) => newUser(app.mesh.url, name);
    const [ada, linus, grace] = await Promise.all([person('Ada'), person('Linus'), person('Grace')]);
    const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Acme' });
    const team = new ConsoleTeam(app, project._id, [ada, linus, grace]);
    for (const { email } of [linus, grace]) await team.call('POST', '/project_users/invite', { email, role: 'agent' });
    const { body: departments } = await team.call('GET', '/departments');
    await team.call('PUT', `/departments/${departments[0]._id}`, { routing: 'pooled' });
    return team;
  }

  /** A call below the project. */
  call(method: string, path: string, body?: unknown, by = this.ada): Promise<Answer> {
    return by.customer.call(method, `/${this.project}${path}`, body);
  }

  /** A screen of the project. */
  open(context: BrowserContext, path: string, person = this.ada): Promise<Page> {
    return this.app.signIn(context, person, `/${this.project}/${path}`);
  }

  /** A new visitor who has said `Hello`, in the page of Ada. */
  async conversation(context: BrowserContext, name: string) {
    const visitor = await this.visitor(name, 'Hello');
    const page = await this.open(context, `inbox/all/${visitor.requestId}`);
    const box = page.getByRole('textbox', { name: `Write to ${name}` });
    await box.waitFor();
    return { visitor, page, box };
  }

  /** A visitor with a conversation of their own, which begins with a text. */
  async visitor(name: string, text: string) {
    const { customer, id, token } = await newVisitor(this.app.mesh.url, this.project, name);
    const requestId = newRequestId(this.project);
    const path = `/${this.project}/requests/${requestId}/messages`;
    const say = (words: string, attributes?: object) =>
      customer.call('POST', path, { text: words, ...(attributes && { attributes }) });
    const { status, body } = await say(text);
    if (status !== 200) throw new Error(`${name} could not begin a conversation: ${status} ${JSON.stringify(body)}`);
    return {
      requestId,
      id,
      token,
      say,
      /** What the visitor can read. */
      texts: async (): Promise<string[]> =>
        (await customer.call('GET', `${path}?limit=200`)).body.map((message: { text: string }) => message.text),
    };
  }
}
