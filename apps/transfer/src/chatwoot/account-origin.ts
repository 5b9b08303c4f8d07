import { Helpdesk, mapFound, type Teammate } from '../origin/helpdesk.ts';
import type { Row } from '../origin/json.ts';
import type { Document, Found, Origin } from '../origin/origin.ts';
import { automationRuleOf, macroOf } from './automations.ts';
import {
  contactOf,
  conversationOf,
  fileOf,
  inboxTeamsOf,
  mailboxOf,
  messageOf,
  object,
  propertyOf,
  teamsOf,
} from './chatwoot-rows.ts';
import { segmentOf, viewOf } from './filters.ts';
import { botOf, policyId, policyOf, subscriptionsOf, timeSlotsOf } from './settings-rows.ts';
import { utc } from './utc.ts';

type Rows = () => AsyncGenerator<Found>;

/** An account, in the columns of its database, however it is read. */
export interface AccountRows {
  account: Row;
  people: readonly Row[];
  teams: readonly Row[];
  inboxes: readonly Row[];
  agentBots: readonly Row[];
  policies: readonly Row[];
  webhooks: Rows;
  /** Saved ones, with `filter_type` 0 of conversations and 1 of contacts. */
  filters: Rows;
  labels: Rows;
  cannedResponses: Rows;
  properties: Rows;
  mailboxes: Rows;
  contacts: Rows;
  macros: Rows;
  automationRules: Rows;
  conversations: Rows;
  messages: Rows;
  attachments: Rows;
  /** Of an attachment; without it files stay where they are. */
  bytesOf: ((document: Document) => Promise<AsyncIterable<Buffer> | undefined>) | undefined;
  files: ReadonlyMap<string, string>;
  /** Names of what becomes no record. */
  besides: readonly string[];
}

export interface AccountOptions {
  owner?: string | undefined;
  /** Of this installation, under which files are read. */
  address?: string | undefined;
  /** What becomes departments; default: teams. */
  departments?: string | undefined;
}

const epoch = '2017-01-01T00:00:00.000Z';

/**
 * An account as a system of its own. Its API does not say when people, teams, labels and inboxes were made: their ids have the time of the
 * account, so that they are the same ones by both ways. Source: contract 90 section 9
 */
export function accountOrigin(rows: AccountRows, { owner, address, departments: by }: AccountOptions): Origin {
  const { account, bytesOf, inboxes } = rows;
  const { id, name, created_at } = account;
  const createdAt = utc(created_at) ?? epoch;
  const idleHours = idleHoursOf(account);
  const desk = new Helpdesk({
    ...{ kind: 'chatwoot', source: `${id}\n${createdAt}`, name: String(name), createdAt, owner },
    teammates: rows.people.map((row) => teammateOf(row, createdAt)),
    project: {
      ...timeSlotsOf(inboxes),
      attributes: { ...object(account.custom_attributes), _import: { id } },
      ...(idleHours !== undefined && { settings: { auto_close_agent_hours: idleHours } }),
    },
  });
  const teams = teamsOf(desk, rows.teams);
  const inboxTeams = by === 'inboxes' ? inboxTeamsOf(desk, inboxes) : undefined;
  const departmentOf = (team: unknown) => (inboxTeams ? undefined : teams.departmentOf(team));
  const placeOf = ({ team_id: team, inbox_id: inbox }: Row) =>
    inboxTeams ? desk.id('inbox', String(inbox)) : departmentOf(team);
  const policies = new Set(rows.policies.map(({ id }) => policyId(desk, id)));
  const bots = new Set(rows.agentBots.map(({ id }) => desk.id('bot', String(id))));
  const words = { desk, departmentOf, policies };
  const message = { bots, address: bytesOf && address };
  return desk.origin(
    {
      groups: () => listed([...teams.groups, ...(inboxTeams?.groups ?? [])]),
      departments: () => listed((inboxTeams ?? teams).departments),
      faq_kbs: () => listed(rows.agentBots.map((row) => botOf(desk, row))),
      subscriptions: () => expand(rows.webhooks(), (row) => subscriptionsOf(desk, row)),
      sla_policies: () => listed(rows.policies.map((row) => policyOf(desk, row, inboxes))),
      views: () => mapFound(rows.filters(), (row) => (row.filter_type === 1 ? undefined : viewOf(words, row))),
      segments: () => mapFound(rows.filters(), (row) => (row.filter_type === 1 ? segmentOf(words, row) : undefined)),
      tags: () => mapFound(rows.labels(), (row) => labelOf(desk, row)),
      cannedresponses: () => mapFound(rows.cannedResponses(), (row) => cannedOf(desk, row)),
      properties: () => mapFound(rows.properties(), (row) => propertyOf(desk, row)),
      mailboxes: () => mapFound(rows.mailboxes(), (row) => mailboxOf(desk, row)),
      leads: () => mapFound(rows.contacts(), (row) => contactOf(desk, row)),
      macros: () => mapFound(rows.macros(), (row) => macroOf(words, row)),
      automation_rules: () => mapFound(rows.automationRules(), (row) => automationRuleOf(words, row)),
      requests: () => mapFound(rows.conversations(), (row) => conversationOf(desk, row, placeOf(row))),
      messages: () => mapFound(rows.messages(), (row) => messageOf(desk, row, message)),
      ...(bytesOf && { attachments: () => mapFound(rows.attachments(), (row) => fileOf(desk, row)) }),
    },
    rows.files,
    rows.besides,
    bytesOf && { collections: ['attachments'], bytesOf: (_collection, document) => bytesOf(document) },
  );
}

/** Several documents of one row. */
async function* expand(rows: AsyncGenerator<Found>, map: (row: Row) => Document[]): AsyncGenerator<Found> {
  for await (const found of rows) {
    if (found.document === undefined) yield found;
    else for (const document of map(found.document)) yield { at: found.at, document };
  }
}

/** Minutes in the settings; in older releases days in a column. */
function idleHoursOf({ settings, auto_resolve_duration: days }: Row): number | undefined {
  const minutes = Number(object(settings).auto_resolve_after) || Number(days ?? 0) * 24 * 60;
  return minutes > 0 ? Math.max(1, Math.round(minutes / 60)) : undefined;
}

function teammateOf(row: Row, idAt: string): Teammate {
  return {
    ...{ key: String(row.id), email: String(row.email), name: String(row.name ?? ''), idAt },
    createdAt: utc(row.created_at),
    role: row.role === 1 && !row.custom_role_id ? 'admin' : 'agent',
    ...{ isVerified: Boolean(row.confirmed_at), isAvailable: Number(row.availability ?? 0) === 0 },
    password: typeof row.encrypted_password === 'string' ? row.encrypted_password : undefined,
  };
}

function labelOf(desk: Helpdesk, { id, title, color, description, created_at }: Row): Document {
  const attributes = description ? { description } : {};
  return { ...desk.base('tag', String(id)), ...madeAt(created_at), tag: title, color, attributes };
}

function cannedOf(desk: Helpdesk, { id, short_code, content, created_at }: Row): Document {
  return { ...desk.base('canned', String(id), utc(created_at)), title: short_code, text: content };
}

function madeAt(time: unknown): { createdAt?: string } {
  const createdAt = utc(time);
  return createdAt === undefined ? {} : { createdAt };
}

async function* listed(documents: readonly Document[]): AsyncGenerator<Found> {
  for (const [at, document] of documents.entries()) yield { at, document };
}
