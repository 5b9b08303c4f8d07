import { NumberSet } from '../origin/number-set.ts';
import type { Progress } from '../progress.ts';
import type { ChatwootApi } from './chatwoot-api.ts';
import type { FetchedFiles } from './fetched-files.ts';

export type Answer = Record<string, unknown>;

/** Of messages, by the API: a page that is shorter is the first of its conversation. */
const messagesPerPage = 20;

/** A list that comes whole, where not every release or edition has it. */
interface List {
  path?: string;
  /** That holds it; default: the answer is the list. */
  member?: string;
  query?: Record<string, string>;
  isOptional?: boolean;
}

const lists: Readonly<Record<string, List>> = {
  ...{ agents: {}, inboxes: { member: 'payload' }, labels: { member: 'payload' }, canned_responses: {}, teams: {} },
  ...{ macros: { member: 'payload' }, automation_rules: { member: 'payload' }, custom_attribute_definitions: {} },
  ...{ agent_bots: { isOptional: true }, webhooks: { member: 'webhooks', isOptional: true } },
  sla_policies: { member: 'payload', isOptional: true },
  conversation_filters: { path: 'custom_filters', query: { filter_type: 'conversation' }, isOptional: true },
  contact_filters: { path: 'custom_filters', query: { filter_type: 'contact' }, isOptional: true },
};

/** Everything of an account that becomes a record, into files; what is there already is not asked for again. */
export class AccountFetch {
  readonly #api: ChatwootApi;
  readonly #files: FetchedFiles;
  readonly #progress: Progress;
  readonly #base: string;

  constructor(about: { api: ChatwootApi; files: FetchedFiles; progress: Progress; account: number }) {
    this.#api = about.api;
    this.#files = about.files;
    this.#progress = about.progress;
    this.#base = `accounts/${about.account}`;
  }

  async run(): Promise<void> {
    await this.#once('account', () => this.#list('', ''));
    for (const [name, { path = name, member = '', query = {}, isOptional = false }] of Object.entries(lists))
      await this.#once(name, () => this.#list(`/${path}`, member, query, isOptional));
    await this.#once('team_members', () =>
      this.#membersOf('teams', (id) => this.#list(`/teams/${id}/team_members`, '')),
    );
    await this.#once('inbox_members', () =>
      this.#membersOf('inboxes', (id) => this.#list(`/inbox_members/${id}`, 'payload', {}, true)),
    );
    await this.#pages('csat_survey_responses', {}, '');
    await this.#pages('contacts', { include_contact_inboxes: 'true', sort: 'created_at' }, 'payload');
    await this.#pages('conversations', { status: 'all', assignee_type: 'all', sort_by: 'created_at_asc' }, 'data');
    await this.#otherContacts();
    await this.#notes();
    await this.#each('participants', 'conversations', async ({ id }) => {
      const found = await this.#list(`/conversations/${id}/participants`, '', {}, true);
      return found.length === 0 ? [] : [{ id, followers: idsOf(found) }];
    });
    await this.#messages();
    this.#progress.end();
  }

  async #once(name: string, read: () => Promise<readonly Answer[]>): Promise<void> {
    if (this.#files.nextOf(name, 0) !== undefined) await this.#files.add(name, await read(), undefined);
  }

  async #list(path: string, member: string, query = {}, isOptional = false): Promise<Answer[]> {
    return recordsIn(await this.#api.get(this.#base + path, query, isOptional), member);
  }

  async #membersOf(of: string, read: (id: unknown) => Promise<Answer[]>): Promise<Answer[]> {
    const found: Answer[] = [];
    for await (const { id } of this.#files.records<Answer>(of)) found.push({ id, members: idsOf(await read(id)) });
    return found;
  }

  /** While people write, pages move on: a record that is on two of them is kept once. */
  async #pages(name: string, query: Record<string, string>, member: string): Promise<void> {
    let page = this.#files.nextOf(name, 1);
    if (page === undefined) return;
    const known = new NumberSet();
    let count = 0;
    for await (const { id } of this.#files.records<Answer>(name)) {
      known.add(Number(id));
      count += 1;
    }
    for (; page !== undefined; ) {
      const found = recordsIn(await this.#api.get(`${this.#base}/${name}`, { ...query, page }), member);
      const unknown = found.filter(({ id }) => isNew(known, id));
      page = found.length === 0 ? undefined : page + 1;
      await this.#files.add(name, unknown, page);
      count += unknown.length;
      this.#progress.at(name, count, undefined);
    }
  }

  /** The list of contacts leaves out those without an address, as most visitors are. */
  async #otherContacts(): Promise<void> {
    const known = new NumberSet();
    for await (const { id } of this.#files.records<Answer>('contacts')) known.add(Number(id));
    for await (const { id } of this.#files.records<Answer>('contacts_besides')) known.add(Number(id));
    await this.#each('contacts_besides', 'conversations', async ({ meta }) => {
      const { sender } = Object(meta) as { sender?: Answer };
      if (!sender || !isNew(known, sender.id)) return [];
      const answer = Object(await this.#api.get(`${this.#base}/contacts/${sender.id}`)) as { payload?: Answer };
      return [answer.payload ?? sender];
    });
  }

  async #notes(): Promise<void> {
    const notesOf = async ({ id }: Answer) => {
      const notes = (await this.#list(`/contacts/${id}/notes`, '')).sort((a, b) => Number(a.id) - Number(b.id));
      return notes.length === 0 ? [] : [{ id, note: notes.map(({ content }) => content).join('\n\n') }];
    };
    await this.#each('notes', 'contacts', notesOf);
    await this.#each('notes_besides', 'contacts_besides', notesOf);
  }

  async #messages(): Promise<void> {
    await this.#each('messages', 'conversations', async ({ id, uuid }) => {
      const known = new NumberSet();
      const found: Answer[] = [];
      for (let before: number | undefined; ; ) {
        const query = before === undefined ? {} : { before };
        const page = await this.#list(`/conversations/${id}/messages`, 'payload', query);
        const unknown = page.filter((one) => isNew(known, one.id));
        found.push(...unknown.map((one) => ({ ...one, uuid })));
        if (page.length < messagesPerPage || unknown.length === 0) break;
        before = Math.min(...page.map((one) => Number(one.id)));
      }
      return found.sort((a, b) => Number(a.id) - Number(b.id));
    });
  }

  /** Asks about each record of another file, one after the other. */
  async #each(name: string, of: string, read: (record: Answer) => Promise<readonly Answer[]>): Promise<void> {
    const begun = this.#files.nextOf(name, 0);
    if (begun === undefined) return;
    let place = 0;
    for await (const record of this.#files.records<Answer>(of)) {
      place += 1;
      if (place <= begun) continue;
      await this.#files.add(name, await read(record), place);
      this.#progress.at(name, place, undefined);
    }
    await this.#files.add(name, [], undefined);
  }
}

const idsOf = (records: readonly Answer[]): number[] => records.map(({ id }) => Number(id)).sort((a, b) => a - b);

function isNew(known: NumberSet, id: unknown): boolean {
  const number = Number(id);
  if (!Number.isSafeInteger(number) || number < 0 || known.has(number)) return false;
  known.add(number);
  return true;
}

/** An array, or that of a member; some hold it in or under `payload` once more. */
function recordsIn(answer: unknown, member: string): Answer[] {
  const { payload } = Object(answer) as { payload?: unknown };
  const within = member === 'webhooks' ? payload : answer;
  const outer = member === '' ? answer : (Object(within) as Answer)[member];
  const list = member === 'data' ? (Object(outer) as Answer).payload : outer;
  if (Array.isArray(list)) return list.filter((one): one is Answer => typeof one === 'object' && one !== null);
  return member === '' && typeof list === 'object' && list !== null ? [list as Answer] : [];
}
