import { type Answer, type Customer, newUser } from '../../../apps/all-in-one/test/mesh.ts';
import { openAutomation } from './automation.ts';
import { must } from './calls.ts';

/** A caller within the project of a run. */
export class Person {
  readonly id: string;
  readonly token: string;
  readonly #projectId: string;
  readonly #customer: Customer;

  constructor(projectId: string, { id, token, customer }: { id: string; token: string; customer: Customer }) {
    this.#projectId = projectId;
    this.id = id;
    this.token = token;
    this.#customer = customer;
  }

  /** The same one through another gateway. */
  at(url: string): Person {
    return new Person(this.#projectId, { id: this.id, token: this.token, customer: this.#customer.at(url) });
  }

  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.#customer.call(method, `/${this.#projectId}${path}`, body, headers);
  }

  upload(path: string, file: File, headers?: Record<string, string>): Promise<Answer> {
    return this.#customer.upload(`/${this.#projectId}${path}`, file, headers);
  }
}

/** The project of a run. */
export interface Project {
  id: string;
  owner: Person;
  agents: Person[];
  /** Department whose conversations agents claim; those of the others are handed to them. */
  pool: string;
  /** Department whose conversations a bot has, which says what it has heard. */
  botDepartment: string;
  /** Says, notes and tags something at once. */
  macro: string;
}

const answerWords = 'Heard:';

/** The message that an answer of the bot is about. */
export function answeredBy(text: string): string | undefined {
  return text.startsWith(answerWords) ? text.slice(answerWords.length).trim() : undefined;
}

/** A project with agents, a bot and a webhook of every message; made while all is well. */
export async function openProject(url: string, capacity: number, receiver: string): Promise<Project> {
  const names = ['Ada', 'Linus', 'Grace', 'Alan'];
  const [ada, linus, grace, alan] = await Promise.all(names.map((name) => newUser(url, name)));
  if (!ada || !linus || !grace || !alan) throw new Error('A user is missing.');
  const others = [linus, grace, alan];
  const { _id: id } = await must(ada.customer.call('POST', '/projects', { name: 'Shop' }));
  const owner = new Person(id, ada);
  const made = (path: string, body: object) => must(owner.call('POST', path, body));

  await must(
    ada.customer.call('PATCH', `/projects/${id}`, {
      'settings.chat_limit_on': true,
      'settings.max_agent_assigned_chat': capacity,
    }),
  );
  // Who is not available is handed nothing, and claims instead: the others have all that they may have nearly always.
  for (const one of others)
    await made('/project_users/invite', { email: one.email, role: 'agent', user_available: one !== alan });
  await must(owner.call('PUT', '/project_users', { user_available: false }));
  const { _id: pool } = await made('/departments', { name: 'Pool', routing: 'pooled' });
  const { _id: bot } = await made('/bots', { name: 'Robby', template: 'empty' });
  const intent = { intent_display_name: 'defaultFallback', answer: `${answerWords} {{last_user_text}}` };
  await made('/faq', { id_faq_kb: bot, ...intent });
  const { _id: botDepartment } = await made('/departments', { name: 'Robby', id_bot: bot });
  await made('/subscriptions', { event: 'message.create', target: receiver });
  const macro = await openAutomation(made);
  return { id, owner, agents: others.map((agent) => new Person(id, agent)), pool, botDepartment, macro };
}
