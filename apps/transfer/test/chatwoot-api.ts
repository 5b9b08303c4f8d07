import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

import { type ChatwootData, chatwootFiles } from './chatwoot-database.ts';

type Row = Record<string, unknown>;

const pageSizes = { contacts: 15, conversations: 25, csat_survey_responses: 25, messages: 20 } as const;
const statuses = ['open', 'resolved', 'pending', 'snoozed'];
const priorities = ['low', 'medium', 'high', 'urgent'];
const contentTypes: Readonly<Record<number, string>> = { 0: 'text', 5: 'cards', 8: 'incoming_email' };
const displayTypes = ['text', 'number', 'currency', 'percent', 'link', 'date', 'list', 'checkbox'];

const senderTypes: Readonly<Record<string, string>> = { User: 'user', Contact: 'contact', AgentBot: 'agent_bot' };

const seconds = (time: unknown) => (time ? Math.floor(Date.parse(String(time)) / 1_000) : 0);

/**
 * The REST API of a Chatwoot with the rows of a database, from its documentation: sizes of pages, words for numbers, times in seconds, a list
 * of contacts without those who have no address. It is busy, fails, ends answers in the middle and repeats records on the next page.
 */
export class ChatwootStandIn {
  readonly token: string = 'a token of an administrator';
  /** Paths that were answered whole. */
  readonly answered: string[] = [];
  /** Files that were asked for with the token. */
  readonly leaked: string[] = [];
  /** What comes of the n-th call, if not an answer. */
  faultOf: (nth: number) => 'busy' | 'broken' | 'cut' | undefined = (nth) =>
    nth % 7 === 3 ? 'busy' : nth % 11 === 5 ? 'broken' : nth % 13 === 8 ? 'cut' : undefined;
  onAnswer: () => unknown = () => undefined;
  readonly #rows: ChatwootData['rows'];
  readonly #release: number;
  readonly #server: Server;
  #calls = 0;

  private constructor({ rows, release }: ChatwootData) {
    this.#release = release;
    this.#rows = rows;
    this.#server = createServer((req, res) => this.#serve(req, res));
  }

  static async start(data: ChatwootData): Promise<ChatwootStandIn> {
    const standIn = new ChatwootStandIn(data);
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve({ url = '', headers }: IncomingMessage, res: ServerResponse): void {
    const { pathname, searchParams } = new URL(url, this.url);
    if (pathname.startsWith('/rails/') || pathname.startsWith('/disk/'))
      return void this.#serveFile(pathname, headers, res);
    if (headers.api_access_token !== this.token) return void res.writeHead(401).end('{}');
    const fault = this.faultOf(this.#calls++);
    if (fault === 'busy') return void res.writeHead(429, { 'retry-after': '0' }).end();
    if (fault === 'broken') return void res.writeHead(500).end();
    // What an edition does not have, it refuses.
    if (pathname.endsWith('/sla_policies') && this.#release < 2025) return void res.writeHead(403).end();
    const answer = this.#answer(pathname.replace('/api/v1/', ''), searchParams);
    if (answer === undefined) return void res.writeHead(404).end();
    const text = JSON.stringify(answer);
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    if (fault === 'cut') return void res.write(text.slice(0, text.length / 2), () => res.destroy());
    this.answered.push(pathname + (searchParams.size > 0 ? `?${searchParams}` : ''));
    res.end(text);
    this.onAnswer();
  }

  /** The address leads to where the bytes are, as for a store of objects; the token must not go there. */
  #serveFile(path: string, headers: IncomingHttpHeaders, res: ServerResponse): void {
    if (headers.api_access_token) this.leaked.push(path);
    if (path.startsWith('/rails/'))
      return void res.writeHead(302, { location: `/disk/${path.split('/').at(-2)}` }).end();
    const file = chatwootFiles.find(({ id }) => String(id) === path.split('/').at(-1));
    if (!file || file.fault === 'missing') return void res.writeHead(404).end();
    res.writeHead(200).end(file.bytes);
  }

  #answer(path: string, query: URLSearchParams): unknown {
    if (path === 'profile')
      return {
        id: 11,
        accounts: [
          { id: 1, role: 'administrator' },
          { id: 2, role: 'agent' },
        ],
      };
    const [, account, name = '', id, part] = path.split('/');
    const own = (table: string) => (this.#rows.get(table) ?? []).filter((row) => String(row.account_id) === account);
    if (name === '') return this.#account(account);
    if (name === 'teams' && part)
      return (this.#rows.get('team_members') ?? []).flatMap((row) =>
        String(row.team_id) === id ? [{ id: row.user_id }] : [],
      );
    if (name === 'inbox_members')
      return {
        payload: (this.#rows.get(name) ?? []).flatMap((row) =>
          String(row.inbox_id) === id ? [{ id: row.user_id }] : [],
        ),
      };
    if (name === 'conversations' && part === 'participants') return this.#participants(Number(id));
    if (name === 'custom_filters') {
      const type = ['conversation', 'contact'].indexOf(query.get('filter_type') ?? '');
      const found = own(name).filter((row) => row.filter_type === type && row.user_id === 11);
      return found.map(({ user_id: _user, ...row }) => ({ ...row, filter_type: query.get('filter_type') }));
    }
    if (name === 'conversations' && part) return this.#messages(Number(id), query);
    if (name === 'contacts' && part) return this.#notes(Number(id));
    if (name === 'contacts' && id) return { payload: this.#contact(Number(id)) };
    if (name === 'contacts') {
      const ids = own('contacts').filter((row) => row.email || row.identifier || row.phone_number);
      return {
        payload: page(
          ids.map((row) => this.#contact(Number(row.id))),
          query,
          pageSizes.contacts,
        ),
      };
    }
    if (name === 'conversations') {
      const known = own('conversations').filter((row) => this.#contact(Number(row.contact_id)));
      const found = known.map((row) => this.#conversation(row));
      return { data: { meta: { all_count: found.length }, payload: page(found, query, pageSizes.conversations) } };
    }
    if (name === 'csat_survey_responses') {
      const found = (this.#rows.get(name) ?? []).map((row) => ({
        ...row,
        conversation_id: this.#displayId(row.conversation_id),
      }));
      return page(found, query, pageSizes.csat_survey_responses);
    }
    return this.#list(name, own(name));
  }

  #account(id: string | undefined): unknown {
    return (this.#rows.get('accounts') ?? []).find((row) => String(row.id) === id);
  }

  #list(name: string, rows: readonly Row[]): unknown {
    if (name === 'agents') return this.#agents();
    if (name === 'inboxes') return { payload: rows.map((row) => ({ ...this.#inbox(row), created_at: undefined })) };
    if (name === 'labels')
      return { payload: rows.map(({ id, title, color, description }) => ({ id, title, color, description })) };
    if (name === 'teams')
      return rows.map(({ id, name: own, allow_auto_assign }) => ({
        id,
        name: own,
        allow_auto_assign,
        description: null,
      }));
    if (name === 'canned_responses') return rows;
    if (name === 'agent_bots') return rows.map(({ created_at: _at, updated_at: _then, ...row }) => row);
    if (name === 'webhooks')
      return {
        payload: { webhooks: rows.map(({ inbox_id, ...row }) => ({ ...row, inbox: inbox_id && { id: inbox_id } })) },
      };
    if (name === 'sla_policies') return { payload: rows.map(({ created_at: _at, updated_at: _then, ...row }) => row) };
    if (name === 'macros')
      return {
        payload: rows.map(({ id, name: own, visibility, actions, created_by_id }) => ({
          ...{ id, name: own, visibility: visibility === 1 ? 'global' : 'personal', actions },
          created_by: { id: created_by_id },
        })),
      };
    if (name === 'automation_rules')
      return {
        payload: rows.map(({ created_at, updated_at: _at, ...row }) => ({ ...row, created_on: seconds(created_at) })),
      };
    if (name === 'custom_attribute_definitions')
      return rows.map((row) => ({
        ...row,
        attribute_display_type: displayTypes[Number(row.attribute_display_type)],
        attribute_model: row.attribute_model === 1 ? 'contact_attribute' : 'conversation_attribute',
      }));
    return undefined;
  }

  #agents(): unknown {
    const memberships = (this.#rows.get('account_users') ?? []).filter((row) => row.account_id === 1);
    return memberships.map(({ user_id, role }) => {
      const user = (this.#rows.get('users') ?? []).find(({ id }) => id === user_id);
      const { id, email, name, confirmed_at } = user ?? {};
      const word = role === 1 ? 'administrator' : 'agent';
      return { id, email, name, role: word, confirmed: Boolean(confirmed_at), availability_status: 'offline' };
    });
  }

  #inbox({ id, name, channel_type, channel_id, timezone, working_hours_enabled }: Row): Row {
    const mail = (this.#rows.get('channel_email') ?? []).find((one) => one.id === channel_id);
    return {
      id,
      name,
      channel_type,
      ...{ timezone, working_hours_enabled },
      working_hours: (this.#rows.get('working_hours') ?? []).filter(({ inbox_id }) => inbox_id === id),
      ...(channel_type === 'Channel::Email' && { email: mail?.email, imap_password: 'a secret' }),
    };
  }

  #contact(id: number): Row | undefined {
    const row = (this.#rows.get('contacts') ?? []).find((one) => one.id === id);
    if (!row) return undefined;
    const { account_id: _account, updated_at: _updated, blocked, ...shown } = row;
    const inboxes = (this.#rows.get('contact_inboxes') ?? []).filter((one) => one.contact_id === id);
    const contact_inboxes = inboxes.map(({ source_id, inbox_id }) => {
      const inbox = (this.#rows.get('inboxes') ?? []).find((one) => one.id === inbox_id);
      return { source_id, inbox: this.#inbox(inbox ?? {}) };
    });
    return {
      ...shown,
      ...(this.#release >= 2025 && { blocked }),
      created_at: seconds(row.created_at),
      contact_inboxes,
    };
  }

  #notes(id: number): unknown {
    return (this.#rows.get('notes') ?? []).filter((row) => row.contact_id === id).reverse();
  }

  #conversation(row: Row): Row {
    const inbox = (this.#rows.get('inboxes') ?? []).find(({ id }) => id === row.inbox_id);
    const { contact_inboxes: _inboxes, ...sender } = this.#contact(Number(row.contact_id)) ?? {};
    return {
      ...{ id: row.display_id, uuid: row.uuid, inbox_id: row.inbox_id, status: statuses[Number(row.status ?? 0)] },
      ...{
        created_at: seconds(row.created_at),
        last_activity_at: seconds(row.last_activity_at),
        updated_at: seconds(row.updated_at),
      },
      ...{
        first_reply_created_at: 0,
        snoozed_until: row.snoozed_until,
        priority: priorities[Number(row.priority)] ?? null,
      },
      labels: String(row.cached_label_list ?? '')
        .split(', ')
        .filter(Boolean),
      ...{ additional_attributes: {}, custom_attributes: {} },
      meta: {
        ...{ sender, channel: inbox?.channel_type },
        ...(row.assignee_id ? { assignee: { id: row.assignee_id } } : {}),
        ...(row.team_id ? { team: { id: row.team_id } } : {}),
      },
    };
  }

  #participants(displayId: number): unknown {
    const conversation = (this.#rows.get('conversations') ?? []).find((row) => row.display_id === displayId);
    const own = (this.#rows.get('conversation_participants') ?? []).filter(
      (row) => row.conversation_id === conversation?.id,
    );
    return own.map(({ user_id: id }) => ({ id, name: 'A person' }));
  }

  #displayId(id: unknown): unknown {
    return (this.#rows.get('conversations') ?? []).find((row) => row.id === id)?.display_id;
  }

  #messages(displayId: number, query: URLSearchParams): unknown {
    const conversation = (this.#rows.get('conversations') ?? []).find((row) => row.display_id === displayId);
    const all = (this.#rows.get('messages') ?? []).filter((row) => row.conversation_id === conversation?.id);
    const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY);
    const found = all.filter((row) => Number(row.id) < before).slice(-pageSizes.messages);
    return { payload: found.map((row) => ({ ...this.#message(row), conversation_id: displayId })) };
  }

  #message(row: Row): Row {
    const about = row.content_attributes;
    const attachments = (this.#rows.get('attachments') ?? []).filter((one) => one.message_id === row.id);
    return {
      ...{ id: row.id, content: row.content, inbox_id: row.inbox_id, message_type: row.message_type },
      ...{ content_type: contentTypes[Number(row.content_type)] ?? 'text', status: 'sent', private: row.private },
      ...{ source_id: row.source_id, created_at: seconds(row.created_at) },
      content_attributes: typeof about === 'string' ? JSON.parse(about) : about,
      ...(row.sender_id ? { sender: { id: row.sender_id, type: senderTypes[String(row.sender_type)] } } : {}),
      ...(attachments.length > 0 && { attachments: attachments.map((one) => this.#attachment(one)) }),
    };
  }

  #attachment({ id, file_type, external_url }: Row): Row {
    const blob = (this.#rows.get('active_storage_blobs') ?? []).find((one) => one.id === id);
    // It names itself by another address than that by which it is read.
    const own = `https://chat.old.example/rails/active_storage/blobs/redirect/${id}/${encodeURIComponent(String(blob?.filename))}`;
    const word = ['image', 'audio', 'video', 'file'][Number(file_type)];
    return { id, file_type: word, data_url: blob ? own : external_url, file_size: blob?.byte_size };
  }
}

/** With the last record of the page before it, as when a record has come in between. */
function page(all: readonly unknown[], query: URLSearchParams, size: number): unknown[] {
  const start = (Number(query.get('page') ?? 1) - 1) * size;
  return start >= all.length ? [] : all.slice(Math.max(0, start - 1), start + size);
}
