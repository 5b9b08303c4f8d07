import type { BrowserContext, Page } from 'playwright-core';

import { checkPagesOf } from './checked-pages.ts';
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
  app!: ConsoleBrowser;
  project!: string;
  ada!: Person;
  linus!: Person;
  grace!: Person;
  /** The browser of the test that runs. */
  context!: BrowserContext;

  private constructor() {}

  /** One for all tests of the block that asks for it, ready when the first of them begins; it is stopped after the last. */
  static ofTests(env: Record<string, string> = {}): ConsoleTeam {
    const team = new ConsoleTeam();
    beforeAll(() => team.#start(env), 120_000);
    beforeEach(async () => {
      team.context = await team.app.newContext();
    });
    checkPagesOf(() => team.app);
    return team;
  }

  async #start(env: Record<string, string>): Promise<void> {
    this.app = await ConsoleBrowser.start(env);
    const person = (name: string) => newUser(this.app.mesh.url, name);
    [this.ada, this.linus, this.grace] = await Promise.all([person('Ada'), person('Linus'), person('Grace')]);
    const { body: project } = await this.ada.customer.call('POST', '/projects', { name: 'Acme' });
    this.project = project._id;
    for (const { email } of [this.linus, this.grace])
      await this.call('POST', '/project_users/invite', { email, role: 'agent' });
    const { body: departments } = await this.call('GET', '/departments');
    await this.call('PUT', `/departments/${departments[0]._id}`, { routing: 'pooled' });
  }

  /** A call below the project. */
  call(method: string, path: string, body?: unknown, by = this.ada): Promise<Answer> {
    return by.customer.call(method, `/${this.project}${path}`, body);
  }

  /** A screen of the project. */
  open(path: string, { person = this.ada, context = this.context } = {}): Promise<Page> {
    return this.app.signIn(context, person, `/${this.project}/${path}`);
  }

  /** A new visitor who has said `Hello`, in the page of Ada. */
  async conversation(name: string) {
    const visitor = await this.visitor(name, 'Hello');
    const page = await this.open(`inbox/all/${visitor.requestId}`);
    const box = page.getByRole('textbox', { name: `Reply to ${name}` });
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
      /** A call of theirs, below the conversation. */
      call: (method: string, below: string, body?: unknown) =>
        customer.call(method, `/${this.project}/requests/${requestId}${below}`, body),
      /** What the visitor can read. */
      texts: async (): Promise<string[]> =>
        (await customer.call('GET', `${path}?limit=200`)).body.map((message: { text: string }) => message.text),
    };
  }
}
