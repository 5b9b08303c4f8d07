import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { Refused } from '../config.ts';
import { mapFound } from '../origin/helpdesk.ts';
import type { Row } from '../origin/json.ts';
import { Lookup, type LookupMap } from '../origin/lookup.ts';
import type { Document, Found, Origin } from '../origin/origin.ts';
import { jsonRows } from '../origin/read-rows.ts';
import type { Progress } from '../progress.ts';
import { type AccountOptions, accountOrigin } from './account-origin.ts';
import {
  attachmentRows,
  contactRow,
  conversationRow,
  definitionRow,
  filterRow,
  messageRow,
  personRow,
  ruleRow,
} from './answer-rows.ts';
import { type ApiAccess, ChatwootApi } from './chatwoot-api.ts';
import { AccountFetch } from './fetch-account.ts';
import { FetchedFiles } from './fetched-files.ts';

export interface RestOptions extends ApiAccess, AccountOptions {
  account?: string | undefined;
  /** Where the answers are kept until the import is complete. */
  work: string;
  progress: Progress;
}

/** The accounts of a Chatwoot that the token administers, read by its API into files first. Source: contract 90 section 9 */
export async function openChatwootRest(
  options: RestOptions,
): Promise<{ origins: Origin[]; close(): Promise<void>; forget(): Promise<void> }> {
  const api = new ChatwootApi(options);
  const { id: caller, accounts = [] } = Object(await api.get('profile')) as {
    id?: unknown;
    accounts?: { id: number; role?: string }[];
  };
  const wanted = accounts.filter(
    ({ id, role }) => role === 'administrator' && (options.account === undefined || String(id) === options.account),
  );
  if (wanted.length === 0) throw new Refused('The token administers no such account.');
  const host = createHash('sha256').update(new URL(options.url).host).digest('hex').slice(0, 12);
  const opened: { origin: Origin; folder: string; lookup: Lookup }[] = [];
  for (const { id } of wanted) {
    const files = await FetchedFiles.open(join(options.work, `chatwoot-${host}-${id}`));
    await new AccountFetch({ api, files, progress: options.progress, account: id }).run();
    const lookup = new Lookup(join(files.folder, 'lookup.db'));
    opened.push({ origin: await originOf({ files, lookup, api, caller }, options), folder: files.folder, lookup });
  }
  return {
    origins: opened.map(({ origin }) => origin),
    async close() {
      for (const { lookup } of opened) lookup.close();
    },
    async forget() {
      for (const { folder } of opened) await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Fetched {
  api: ChatwootApi;
  /** Whose token it is. */
  caller: unknown;
  files: FetchedFiles;
  lookup: Lookup;
}

async function originOf({ api, caller, files, lookup }: Fetched, options: RestOptions): Promise<Origin> {
  const all = async (name: string) => {
    const rows: Row[] = [];
    for await (const row of files.records<Row>(name)) rows.push(row);
    return rows;
  };
  const [account] = await all('account');
  if (!account) throw new Refused('The account cannot be read: is it the token of an administrator?');
  const inboxes = byId(await all('inboxes'));
  const membersOf = async (name: string) => new Map((await all(name)).map(({ id, members }) => [id, members]));
  const teamMembers = await membersOf('team_members');
  const inboxMembers = await membersOf('inbox_members');
  const inboxOf = (id: unknown) => inboxes.find((inbox) => inbox.id === id);
  const ratings = await ratingsOf(files, lookup);
  const notes = await notesOf(files, lookup);
  const followers = await followersOf(files, lookup);
  const read =
    (names: readonly string[], map: (row: Row) => Document | undefined = (row) => row) =>
    () =>
      readRows(files, names, map);
  const rows = {
    ...{ account, people: byId(await all('agents')).map(personRow) },
    teams: byId(await all('teams')).map((team) => ({ ...team, members: teamMembers.get(team.id) ?? [] })),
    inboxes: inboxes.map((inbox) => ({ ...inbox, members: inboxMembers.get(inbox.id) ?? [] })),
    agentBots: byId(await all('agent_bots')),
    policies: byId(await all('sla_policies')),
    webhooks: read(['webhooks']),
    filters: read(['conversation_filters', 'contact_filters'], (row) => filterRow(row, caller)),
    labels: read(['labels']),
    cannedResponses: read(['canned_responses']),
    properties: read(['custom_attribute_definitions'], definitionRow),
    macros: read(['macros']),
    automationRules: read(['automation_rules'], ruleRow),
    mailboxes: read(['inboxes'], (row) => (row.channel_type === 'Channel::Email' ? row : undefined)),
    contacts: read(['contacts', 'contacts_besides'], (row) => contactRow(row, notes.get(String(row.id)))),
    conversations: read(['conversations'], (row) =>
      conversationRow(row, inboxOf(row.inbox_id), {
        csat: ratings.get(String(row.id)),
        followers: followers.get(String(row.id)),
      }),
    ),
    messages: read(['messages'], (row) => messageRow(row, inboxOf(row.inbox_id))),
    attachments: () => attachmentsOf(files),
    bytesOf: options.address === undefined ? undefined : ({ url }: Document) => api.download(String(url)),
    files: new Map<string, string>(),
    besides: [],
  };
  return accountOrigin(rows, options);
}

const byId = (rows: readonly Row[]): Row[] => rows.toSorted((a, b) => Number(a.id) - Number(b.id));

/** The newest of each conversation. */
async function ratingsOf(files: FetchedFiles, lookup: Lookup): Promise<LookupMap> {
  const ratings = lookup.map('ratings');
  for await (const { id, conversation_id, rating, feedback_message } of files.records<Row>('csat_survey_responses')) {
    const key = String(conversation_id);
    const known = ratings.get(key);
    if (known === undefined || Number((JSON.parse(known) as Row).id) < Number(id))
      ratings.set(key, JSON.stringify({ id, rating, feedback_message }));
  }
  return ratings;
}

async function notesOf(files: FetchedFiles, lookup: Lookup): Promise<LookupMap> {
  const notes = lookup.map('notes');
  for (const name of ['notes', 'notes_besides'])
    for await (const { id, note } of files.records<Row>(name)) notes.set(String(id), String(note));
  return notes;
}

async function followersOf(files: FetchedFiles, lookup: Lookup): Promise<LookupMap> {
  const followers = lookup.map('followers');
  for await (const { id, followers: own } of files.records<Row>('participants'))
    followers.set(String(id), JSON.stringify(own));
  return followers;
}

async function* attachmentsOf(files: FetchedFiles): AsyncGenerator<Found> {
  if (!files.has('messages')) return;
  for await (const { at, document } of jsonRows(files.fileOf('messages')))
    for (const row of document ? attachmentRows(document) : []) yield { at, document: row };
}

async function* readRows(
  files: FetchedFiles,
  names: readonly string[],
  map: (row: Row) => Document | undefined,
): AsyncGenerator<Found> {
  for (const name of names) if (files.has(name)) yield* mapFound(jsonRows(files.fileOf(name)), map);
}
