import { basename, resolve } from 'node:path';

import { Refused } from '../config.ts';
import { Helpdesk, mapFound, type Teammate } from '../origin/helpdesk.ts';
import type { Document, Found, Origin } from '../origin/origin.ts';
import { filesOf, rowsOf } from '../origin/read-rows.ts';
import { type ReadTime, timeReader } from './csv-times.ts';

const known = ['users', 'leads', 'requests', 'messages', 'tags', 'canned'];

interface CsvOptions {
  owner?: string | undefined;
  timeFormat?: string | undefined;
  tz?: string | undefined;
}

/** A folder of CSV or JSON lines, one file each for `users leads requests messages tags canned`. Source: contract 90 section 10 */
export async function openCsvFolder(folder: string, { owner, timeFormat, tz }: CsvOptions): Promise<Origin> {
  const timeOf = timeReader(timeFormat, tz);
  const files = await filesOf(folder);
  if (!known.some((name) => files.has(name)))
    throw new Refused(`${folder} has none of ${known.map((name) => `${name}.csv`).join(', ')}.`);
  const rows = (name: string) => {
    const file = files.get(name);
    return file === undefined ? none() : rowsOf(file);
  };
  const desk = new Helpdesk({
    ...{ kind: 'csv', source: basename(resolve(folder)), name: basename(resolve(folder)), owner },
    createdAt: await oldestOf([rows('requests'), rows('leads'), rows('users')], timeOf),
    teammates: await teamOf(rows('users'), timeOf),
  });
  return desk.origin(
    {
      tags: () => mapFound(rows('tags'), (row) => own(row, desk.base('tag', text(row.tag)), timeOf)),
      cannedresponses: () =>
        mapFound(rows('canned'), (row) =>
          own(row, desk.base('canned', `${text(row.title)}\n${text(row.text)}`), timeOf),
        ),
      leads: () => mapFound(rows('leads'), (row) => leadOf(desk, row, timeOf)),
      requests: () => mapFound(rows('requests'), (row) => requestOf(desk, row, timeOf)),
      messages: () => messagesOf(desk, rows('messages'), timeOf),
    },
    files,
    [...files.keys()].filter((name) => !known.includes(name)),
  );
}

async function* none(): AsyncGenerator<Found> {}

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

async function oldestOf(sources: readonly AsyncGenerator<Found>[], timeOf: ReadTime): Promise<string> {
  let oldest: string | undefined;
  for (const source of sources)
    for await (const { document } of source) {
      const at = timeOf(document?.createdAt);
      if (at !== undefined && (oldest === undefined || at < oldest)) oldest = at;
    }
  return oldest ?? '2020-01-01T00:00:00.000Z';
}

async function teamOf(rows: AsyncGenerator<Found>, timeOf: ReadTime): Promise<Teammate[]> {
  const team: Teammate[] = [];
  for await (const { document: row } of rows) {
    const email = text(row?.email).toLowerCase();
    if (!row || !email || team.some((one) => one.email === email)) continue;
    const word = text(row.role);
    const role = word === 'owner' || word === 'admin' ? word : 'agent';
    const name = text(row.name) || `${text(row.firstname)} ${text(row.lastname)}`.trim();
    team.push({ key: email, email, name, role, createdAt: timeOf(row.createdAt), password: text(row.password) });
  }
  return team;
}

/** What names a lead: `lead_id`, else the e-mail. */
const leadIdOf = (row: Document): string => text(row.lead_id) || text(row.email).toLowerCase();

function leadOf(desk: Helpdesk, row: Document, timeOf: ReadTime): Document | string {
  const leadId = leadIdOf(row);
  if (!leadId) return 'neither lead_id nor email';
  return { ...own(row, desk.base('lead', leadId), timeOf), lead_id: leadId, tags: wordsOf(row.tags) };
}

/** Ids and the project are never those of a column. */
function own(row: Document, base: Document, timeOf: ReadTime): Document {
  return { ...row, ...base, createdAt: timeOf(row.createdAt) ?? base.createdAt };
}

function wordsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(text);
  return text(value)
    .split(/[,|]/)
    .map((word) => word.trim())
    .filter(Boolean);
}

function requestOf(desk: Helpdesk, row: Document, timeOf: ReadTime): Document | string {
  const [old, leadId, createdAt] = [text(row.request_id), leadIdOf(row), timeOf(row.createdAt)];
  const [missing] = Object.entries({ request_id: old, lead_id: leadId, createdAt }).filter(([, value]) => !value);
  if (missing || createdAt === undefined) return faultOf(missing?.[0], row);
  const agents = wordsOf(row.participants ?? row.agent).map((one) => desk.userOf(one) ?? one);
  const closedAt = timeOf(row.closed_at);
  return {
    ...own(row, desk.base('request', old, createdAt), timeOf),
    ...{ request_id: desk.requestId(old), lead: desk.id('lead', leadId), participants: agents },
    status: row.status ?? (closedAt ? 1000 : agents.length > 0 ? 200 : 100),
    closed_at: closedAt,
    tags: wordsOf(row.tags).map((tag) => ({ tag })),
    attributes: { ...(row.attributes as object), _import: { id: old } },
  };
}

async function* messagesOf(desk: Helpdesk, rows: AsyncGenerator<Found>, timeOf: ReadTime): AsyncGenerator<Found> {
  for await (const found of rows) {
    if (found.document === undefined) yield found;
    else yield* messageOf(desk, found, timeOf);
  }
}

async function* messageOf(
  desk: Helpdesk,
  { at, line, document: row }: Found & { document: Document },
  timeOf: ReadTime,
): AsyncGenerator<Found> {
  const [old, sender, createdAt] = [text(row.request_id), text(row.sender), timeOf(row.createdAt)];
  const [missing] = Object.entries({ request_id: old, sender, createdAt }).filter(([, value]) => !value);
  if (missing || createdAt === undefined) {
    yield { at, line, fault: faultOf(missing?.[0], row) };
    return;
  }
  const by = sender === 'lead' || sender === 'system' ? sender : desk.userOf(sender);
  const isPrivate = row.private === true || text(row.private) === 'true';
  const document = {
    // A row has no id of its own: its position distinguishes equal rows.
    ...own(row, desk.base('message', `${old}\n${text(row.external_id) || at}`, createdAt), timeOf),
    ...{ recipient: desk.requestId(old), sender: by ?? 'system' },
    senderFullname: text(row.senderFullname) || (by ? desk.nameOf(sender.toLowerCase()) : sender),
    attributes: { ...(row.attributes as object), ...(isPrivate && { subtype: 'private' }) },
  };
  yield { at, line, document };
}

/** What a row lacks, or has in another form. */
function faultOf(member: string | undefined, row: Document): string {
  return member === 'createdAt' && text(row.createdAt) !== '' ? 'createdAt is no time' : `no ${member}`;
}
