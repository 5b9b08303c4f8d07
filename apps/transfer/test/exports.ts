import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { random, timeAt } from './random.ts';
import { filesOfMessage, zendeskSettings } from './zendesk-settings.ts';

/** What is expected of an export that was generated. */
export interface ExportFacts {
  requests: number;
  messages: number;
  leads: number;
  /** Rows that are refused, by code. */
  refused: Record<string, number>;
}

export interface Size {
  requests: number;
  /** Where files are served. */
  origin?: string;
}

const noOrigin = 'https://old.example';

/** The same numbers of messages every time. */
export function messageCounts(requests: number): number[] {
  const next = random(7);
  return Array.from({ length: requests }, () => 2 + Math.floor(next() * 4));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const noUtf8 = (text: string) => {
  const bytes = Buffer.from(text);
  bytes.writeUInt8(0xff, bytes.indexOf('AAAA'));
  return bytes;
};

/** CSV with `;`, quoted line breaks and twins, a file of JSON lines, and rows that no reader can use. */
export async function writeCsvFolder(folder: string, { requests }: Size): Promise<ExportFacts> {
  await mkdir(folder, { recursive: true });
  const counts = messageCounts(requests);
  const leads = Math.max(2, Math.ceil(requests / 5));
  const write = (name: string, lines: readonly (string | Buffer)[]) =>
    writeFile(
      join(folder, name),
      Buffer.concat(lines.map((line) => Buffer.concat([Buffer.from(line), Buffer.from('\r\n')]))),
    );
  await write('users.csv', [
    'email,firstname,lastname,role,createdAt',
    'ada@old.example,Ada,Lovelace,admin,2024-01-02',
    'linus@old.example,Linus,,agent,2024-01-03',
  ]);
  await write('leads.csv', [
    '\uFEFFlead_id;fullname;email;attributes.plan;note',
    ...Array.from(
      { length: leads },
      (_, nth) => `v${nth};"Visitor ${nth}";v${nth}@example.com;gold;"Two\r\nlines; with a ""quote"""`,
    ),
    // The same person again, and one whom nothing names.
    'v0;;other@example.com;;',
    ';Nameless;;;',
  ]);
  await write('tags.jsonl', ['{"tag":"vip","color":"#ff0000"}', '{"tag":']);
  await write('canned.csv', ['title,text', 'Thanks,"Thank you, and goodbye"']);
  await write('requests.csv', [
    'request_id,lead_id,createdAt,closed_at,participants,tags,subject',
    ...counts.map((_, nth) => {
      const closed = nth % 3 === 0 ? timeAt(nth, 50) : '';
      return `R-${nth},v${nth % leads},${timeAt(nth)},${closed},${nth % 2 ? 'ada@old.example' : 'gone@old.example'},vip|new,Question ${nth}`;
    }),
    `R-lost,nobody,${timeAt(1)},,,,`,
    'R-never,v1,,,,,',
  ]);
  await write('messages.csv', [
    'request_id,sender,text,createdAt,private,external_id',
    ...counts.flatMap((count, nth) =>
      Array.from({ length: count }, (_, place) => {
        const sender = place % 2 ? 'ada@old.example' : 'lead';
        return `R-${nth},${sender},"Text ${place}, of ${nth}",${timeAt(nth, place)},${place === 3},m-${nth}-${place}`;
      }),
    ),
    `R-nothing,lead,Lost,${timeAt(1)},,`,
    noUtf8(`R-1,lead,AAAA,${timeAt(1)},,`),
    `R-1,lead,"Never ends,${timeAt(1)},,`,
  ]);
  const refused = { orphan: 2, malformed: 5 };
  return { requests, messages: sum(counts), leads, refused };
}

/** The JSON export of a Zendesk: an object a line, comments within their tickets. */
export async function writeZendeskExport(folder: string, { requests, origin = noOrigin }: Size): Promise<ExportFacts> {
  await mkdir(folder, { recursive: true });
  const counts = messageCounts(requests);
  const leads = Math.max(2, Math.ceil(requests / 5));
  const write = (name: string, rows: readonly (object | Buffer)[]) =>
    writeFile(
      join(folder, name),
      Buffer.concat(
        rows.map((row) =>
          Buffer.concat([Buffer.isBuffer(row) ? row : Buffer.from(JSON.stringify(row)), Buffer.from('\n')]),
        ),
      ),
    );
  const person = (id: number, role: string, name: string) => ({
    ...{
      id,
      role,
      name,
      email: `${name.split(' ')[0]?.toLowerCase()}${id > 99 ? id : ''}@old.example`,
      created_at: timeAt(0),
    },
    ...{ verified: true, organization_id: 500, tags: ['gold'], user_fields: { plan: 'gold' } },
  });
  const team = [person(1, 'admin', 'Ada Lovelace'), person(2, 'agent', 'Linus')];
  const users = Array.from({ length: leads }, (_, nth) => ({
    ...person(100 + nth, 'end-user', `Visitor ${nth}`),
    phone: nth === 1 ? null : '+39 06 1',
  }));
  await write('users.json', [...team, ...users]);
  // A page of the API instead of a line for each.
  await write('organizations.json', [{ organizations: [{ id: 500, name: 'Acme' }] }]);
  await write('groups.json', [{ id: 600, name: 'Support', created_at: timeAt(0) }]);
  for (const [name, rows] of Object.entries(zendeskSettings)) await write(`${name}.json`, rows);
  const tickets = counts.map((count, nth) => ({
    ...{
      id: nth + 1,
      subject: `Question ${nth}`,
      status: ['new', 'open', 'pending', 'solved'][nth % 4],
      priority: nth === 0 ? null : 'high',
    },
    ...{
      requester_id: 100 + (nth % leads),
      assignee_id: nth % 4 === 0 ? null : 1,
      created_at: timeAt(nth),
      updated_at: timeAt(nth, 50),
    },
    ...{
      group_id: 600,
      tags: ['vip'],
      via: { channel: 'email' },
      satisfaction_rating: { score: nth === 3 ? 'good' : 'unoffered' },
    },
    comments: Array.from({ length: count }, (_, place) => ({
      ...{ id: nth * 10 + place + 1, author_id: place % 2 ? 1 : 100 + (nth % leads), public: place !== 3 },
      ...{ body: `Text ${place}\u0000`, created_at: timeAt(nth, place) },
      ...(place === 0 && {
        attachments: filesOfMessage(nth, origin).map(({ url, name, type, size }, file) => ({
          ...{ id: nth * 10 + file, content_url: url, file_name: name, content_type: type, size },
        })),
      }),
    })),
  }));
  Object.assign(tickets[0] ?? {}, { follower_ids: [2, 99] });
  const ghost = { id: 90_001, requester_id: 99_999, created_at: timeAt(1), comments: [] };
  const twin = { ...tickets[0], comments: [] };
  await write('tickets.json', [
    ...tickets,
    ghost,
    twin,
    noUtf8('{"id":90002,"subject":"AAAA"}'),
    Buffer.from('{"id":90003'),
  ]);
  return { requests, messages: sum(counts), leads, refused: { orphan: 1, key_taken: 1, malformed: 2 } };
}

const intercomSettings: Readonly<Record<string, readonly object[]>> = {
  tags: [{ type: 'list', data: [{ type: 'tag', id: '7', name: 'partner' }] }],
  companies: [{ type: 'company', id: 'k1', company_id: 'own-1', name: 'Acme' }],
  notes: [
    { id: '1', contact: { id: 'c0' }, body: '<p>Calls at night</p>', created_at: 1 },
    { id: '2', contact: { id: 'c0' }, body: '<p>Twice</p>', created_at: 2 },
  ],
  segments: [{ type: 'segment', id: 's1', name: 'Active', person_type: 'user' }],
  data_attributes: [
    {
      type: 'data_attribute',
      model: 'contact',
      id: 12,
      name: 'plan',
      label: 'Plan',
      data_type: 'string',
      custom: true,
    },
    { type: 'data_attribute', model: 'contact', name: 'email', label: 'Email', data_type: 'string', custom: false },
    {
      type: 'data_attribute',
      model: 'company',
      id: 13,
      name: 'seats',
      label: 'Seats',
      data_type: 'integer',
      custom: true,
    },
  ],
  macros: [
    {
      type: 'macro.list',
      data: [
        {
          ...{ type: 'macro', id: '31', name: 'Hello', visible_to: 'specific_teams', visible_to_team_ids: ['600'] },
          body: '<p>Hi {{user.first_name | fallback: "there"}}, order {{company.order}}</p>',
          created_at: '2024-03-01T08:00:00.000Z',
        },
        { type: 'macro', id: '32', name: 'Empty', body: '' },
      ],
    },
  ],
};

/** Objects of the API of Intercom, of conversations with their parts; times are seconds, bodies are HTML. */
export async function writeIntercomExport(folder: string, { requests, origin = noOrigin }: Size): Promise<ExportFacts> {
  await mkdir(folder, { recursive: true });
  const counts = messageCounts(requests);
  const leads = Math.max(2, Math.ceil(requests / 5));
  const seconds = (nth: number, minutes = 0) => Date.parse(timeAt(nth, minutes)) / 1_000;
  const write = (name: string, rows: readonly (object | string)[]) =>
    writeFile(
      join(folder, name),
      rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join(''),
    );
  await write('admins.json', [
    {
      type: 'admin.list',
      admins: [
        { id: '1', name: 'Ada Lovelace', email: 'ada@old.example' },
        { id: '2', name: 'Linus', email: 'linus@old.example', away_mode_enabled: true },
      ],
    },
  ]);
  await write('teams.json', [{ type: 'team', id: '600', name: 'Support', admin_ids: [1, 77] }]);
  const contacts = Array.from({ length: leads }, (_, nth) => ({
    ...{ type: 'contact', id: `c${nth}`, external_id: nth === 0 ? 'own-7' : null, name: `Visitor ${nth}` },
    ...{
      email: nth === 1 ? 'no address' : `v${nth}@example.com`,
      created_at: seconds(0),
      custom_attributes: { plan: 'gold' },
    },
    // Of tags and companies it has the ids.
    ...(nth === 0 && {
      tags: { data: [{ type: 'tag', id: '7' }] },
      companies: { data: [{ type: 'company', id: 'k1' }] },
    }),
  }));
  await write('contacts.json', contacts);
  for (const [name, rows] of Object.entries(intercomSettings)) await write(`${name}.json`, rows);
  const conversations = counts.map((count, nth) => ({
    ...{ type: 'conversation', id: String(nth + 1), created_at: seconds(nth), updated_at: seconds(nth, 50) },
    ...{ state: nth % 3 === 0 ? 'closed' : 'open', admin_assignee_id: nth % 2 ? 1 : null, team_assignee_id: '600' },
    ...{ contacts: { contacts: [{ id: `c${nth % leads}` }] }, tags: { tags: [{ name: 'vip' }] } },
    source: {
      type: 'conversation',
      id: `s${nth}`,
      subject: '',
      body: '<p>Text &amp; 0</p>',
      author: { type: 'user', id: `c${nth % leads}` },
      attachments: filesOfMessage(nth, origin).map(({ url, name, type, size }) => ({
        ...{ type: 'upload', url, name, content_type: type, filesize: size },
      })),
    },
    conversation_rating: nth === 3 ? { rating: 4, remark: 'Fine' } : null,
    conversation_parts: {
      conversation_parts: Array.from({ length: count - 1 }, (_, place) => ({
        ...{
          id: String(nth * 10 + place + 1),
          created_at: seconds(nth, place + 1),
          body: `<p>Text<br>${place + 1}</p>`,
        },
        ...{
          part_type: place === 2 ? 'note' : 'comment',
          author: place % 2 ? { type: 'user', id: `c${nth % leads}` } : { type: 'admin', id: '1' },
        },
      })),
    },
  }));
  const ghost = { id: '90001', created_at: seconds(1), contacts: { contacts: [{ id: 'gone' }] } };
  await write('conversations.json', [...conversations, ghost, { id: '90002' }, '{"id":']);
  return { requests, messages: sum(counts), leads, refused: { orphan: 1, malformed: 2 } };
}
