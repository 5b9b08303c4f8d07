import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Seal } from '@parley/service-kit/archive';
import { collect } from '@parley/testkit';

import {
  type ExportFacts,
  type Size,
  writeCsvFolder,
  writeIntercomExport,
  writeZendeskExport,
} from '../../test/exports.ts';
import { timeAt } from '../../test/random.ts';
import { ArchiveReader } from '../archive/archive-reader.ts';
import type { ArchivedRecord } from '../archive/part-lines.ts';
import { newSeal } from '../archive/sealing.ts';
import { Refused } from '../config.ts';
import { convertProject, projectsOf } from '../convert/convert-project.ts';
import { openSource, type SourceName } from '../sources.ts';

let folder: string;
let seal: Seal;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-exports-'));
  seal = await newSeal('a passphrase for tests');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const writers: [SourceName, (folder: string, size: Size) => Promise<ExportFacts>][] = [
  ['csv', writeCsvFolder],
  ['zendesk', writeZendeskExport],
  ['intercom', writeIntercomExport],
];

async function converted(source: SourceName, from: string, work: string) {
  const { origins, close } = await openSource(source, from, { owner: 'ada@old.example' });
  const [origin] = origins;
  const [project] = origin ? await projectsOf(origin) : [];
  if (!origin || !project) throw new Error('The source has no project.');
  const { report, folder: made } = await convertProject(origin, project, { work: join(folder, work), seal });
  await close();
  const archive = await ArchiveReader.open(made);
  const records = (kind: string): Promise<ArchivedRecord[]> => collect(archive.records(kind));
  return { report, archive, records };
}

/** Records of an export that was converted above. */
async function settingsOf(source: SourceName) {
  const archive = await ArchiveReader.open(join(folder, `${source}-work`, 'archive'));
  const records = (kind: string): Promise<ArchivedRecord[]> => collect(archive.records(kind));
  const idOf = async (kind: string, name: string) => (await records(kind)).find((one) => one.name === name)?._id;
  const report = JSON.parse(await readFile(join(folder, `${source}-work`, 'conversion.json'), 'utf8'));
  return { records, idOf, report };
}

describe.each(writers)('an export of %s', (source, write) => {
  let facts: ExportFacts;
  let found: Awaited<ReturnType<typeof converted>>;
  beforeAll(async () => {
    facts = await write(join(folder, source), { requests: 40 });
    found = await converted(source, join(folder, source), `${source}-work`);
  });

  it('gives every row exactly one fate, and names those that are refused', () => {
    for (const [name, { read, ...fates }] of Object.entries(found.report.collections))
      expect([name, Object.values(fates).reduce((sum, count) => sum + count, 0)]).toEqual([name, read]);
    expect(found.report.codes).toEqual(facts.refused);
    const { requests: request, messages: message, leads: lead } = facts;
    expect(found.archive.manifest.counts).toMatchObject({ project: 1, user: 2, membership: 2, request, message, lead });
  });

  it('has its conversations with their people, in the order of their messages', async () => {
    const leads = new Map((await found.records('lead')).map((lead) => [lead._id, lead.lead_id]));
    const [owner] = (await found.records('membership')).filter(({ role }) => role === 'owner');
    const messages = Map.groupBy(await found.records('message'), ({ request }) => request);
    const requests = await found.records('request');
    for (const { _id, lead, requester, _lastSeq, createdAt } of requests) {
      expect(requester).toBe(leads.get(lead));
      const own = messages.get(_id) ?? [];
      expect(own.map(({ seq }) => seq)).toEqual(own.map((_, place) => place + 1));
      expect(own).toHaveLength(_lastSeq as number);
      expect(own.slice(0, 2).map(({ sender }) => sender)).toEqual([requester, owner?.id_user]);
      expect([own[0]?.createdAt, own[3]?.audience]).toEqual([createdAt, own[3] && 'private']);
    }
    expect(requests.map(({ createdAt }) => createdAt)).toEqual(requests.map((_, nth) => timeAt(nth)));
  });

  it('becomes the same records every time', async () => {
    const again = await converted(source, join(folder, source), `${source}-again`);
    expect(again.archive.fingerprint).toBe(found.archive.fingerprint);
  });
});

it('takes what only one of them has: companies, ratings, quoted cells, merged twins', async () => {
  const records = async (source: SourceName, kind: string) =>
    collect((await ArchiveReader.open(join(folder, `${source}-work`, 'archive'))).records(kind));
  expect((await records('zendesk', 'lead'))[0]).toMatchObject({ company: 'Acme', properties: { plan: 'gold' } });
  const rated = (await records('zendesk', 'request')).filter(({ rating }) => rating !== undefined);
  expect(rated).toMatchObject([
    // The newest one that says something.
    { rating: 1, rating_message: 'Then this', ticket_id: 2 },
    { rating: 5, ticket_id: 4, status: 1000 },
  ]);
  expect((await records('intercom', 'lead')).map(({ lead_id }) => lead_id)).toContain('own-7');
  expect((await records('intercom', 'message')).map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Text & 0', 'Text\n1']),
  );
  const [lead] = await records('csv', 'lead').then((all) => all.filter(({ lead_id }) => lead_id === 'v0'));
  expect(lead).toMatchObject({
    attributes: { plan: 'gold' },
    note: 'Two\nlines; with a "quote"',
    email: 'v0@example.com',
  });
  expect((await records('csv', 'request'))[1]).toMatchObject({
    subject: 'Question 1',
    tags: [{ tag: 'vip' }, { tag: 'new' }],
  });
});

it('takes macros, triggers and automations of Zendesk, says in each what it lacks, and lists those without a counterpart', async () => {
  const { records, idOf, report } = await settingsOf('zendesk');
  const [department, group] = [await idOf('department', 'Support'), await idOf('group', 'Support')];
  const [linus] = (await records('user')).filter(({ firstname }) => firstname === 'Linus');
  const macros = await records('macro');
  expect(macros).toEqual([expect.objectContaining({ shared: false, owner: expect.stringMatching(/^[0-9a-f]{24}$/) })]);
  expect(macros[0]?.record).toMatchObject({
    ...{ name: 'Close', description: 'Not taken: placeholder dc.sign\nNot taken: action custom_fields_1' },
    actions: [
      { type: 'add_note', text: 'Checked, {{lead.fullname}} {{dc.sign}}' },
      { type: 'add_tags', tags: ['vip', 'gold'] },
      { type: 'set_department', department },
      { type: 'assign', to: 'me' },
      { type: 'close' },
    ],
  });
  const rules = await records('rule');
  expect(rules.map(({ enabled }) => enabled)).toEqual(rules.map(() => false));
  expect(rules.map(({ record }) => record)).toMatchObject([
    {
      ...{ name: 'Notify of urgent words', description: 'Words\nNot taken: action notification_webhook' },
      ...{ on: ['message.created'], match: 'all' },
      filters: [
        { field: 'message.first', operator: '=', value: true },
        { field: 'message.text', operator: 'contains', value: 'urgent' },
        { field: 'department', operator: '=', value: department },
      ],
      actions: [
        { type: 'set_priority', priority: 'urgent' },
        { type: 'notify', people: [group], text: 'Urgent: {{request.subject}}\nTicket {{request.ticket_id}}' },
        { type: 'send_message', text: 'Thank you, {{lead.fullname}}' },
      ],
    },
    {
      ...{ name: 'Any of two', on: ['request.created', 'request.updated', 'message.created'], match: 'any' },
      filters: [
        { field: 'priority', operator: '=', value: 'high' },
        { field: 'tags', operator: 'in', value: ['vip', 'gold'] },
      ],
    },
    { name: 'After solving', on: ['request.closed'], filters: [], description: 'Not taken: condition brand_id is' },
    {
      ...{ name: 'Remind', on: ['timer'], timer: { since: 'requester_message', ms: 86_400_000, hours: 'project' } },
      filters: [{ field: 'status', operator: '!=', value: '1000' }],
    },
  ]);
  for (const [name, fates] of Object.entries({
    macros: { read: 2, stored: 1, notTaken: 1 },
    triggers: { read: 4, stored: 3, notTaken: 1 },
    automations: { read: 2, stored: 1, notTaken: 1 },
  }))
    expect([name, report.collections[name]]).toMatchObject([name, fates]);
  const [own] = (await records('group')).filter(({ _id }) => _id === group);
  expect(own?.members).toEqual([linus?._id]);
  expect((await records('request'))[0]?.followers).toEqual(own?.members);
});

it('takes views and service levels of Zendesk, disabled, and lists those that ask for nothing or promise nothing', async () => {
  const { records, idOf, report } = await settingsOf('zendesk');
  const [department, group] = [await idOf('department', 'Support'), await idOf('group', 'Support')];
  const views = await records('view');
  expect(views).toMatchObject([
    {
      ...{ shared: true, owner: 'system', position: 0 },
      record: {
        ...{ name: 'Mine and urgent', groups: [group], columns: [] },
        query: { mine: 'true', priority: 'urgent', status: '100,200', sortField: 'updatedAt', direction: '-1' },
        attributes: { _import: { lost: ['condition brand_id is'] } },
      },
    },
    { shared: false, position: 0, record: { name: 'Own', query: { status: '100,200', tags: 'vip' }, attributes: {} } },
  ]);
  const policies = await records('policy');
  expect(policies).toMatchObject([
    {
      position: 0,
      record: {
        ...{ name: 'Urgent', enabled: false, hours: 'project', match: 'all', pause: [] },
        filters: [{ field: 'department', operator: '=', value: department }],
        targets: {
          default: {},
          urgent: { first_response: 900_000, resolution: 14_400_000 },
          high: { first_response: 3_600_000 },
        },
      },
    },
  ]);
  expect(String(Object(policies[0]?.record).description).split('\n')).toEqual([
    ...['Promises', 'Not taken: metric agent_work_time', 'Not taken: hours of single metrics'],
    'Not taken: condition type is',
  ]);
  expect(report.collections.views).toMatchObject({ read: 3, stored: 2, notTaken: 1 });
  expect(report.collections.sla_policies).toMatchObject({ read: 2, stored: 1, notTaken: 1 });
});

it('takes macros, attributes, companies, notes and tags of Intercom, and lists what its API does not say', async () => {
  const { records, idOf, report } = await settingsOf('intercom');
  const [macro, ...others] = await records('macro');
  expect([macro?.shared, others]).toEqual([true, []]);
  expect(macro?.record).toMatchObject({
    ...{ name: 'Hello', departments: [await idOf('department', 'Support')] },
    description: 'Not taken: placeholder company.order',
    actions: [{ type: 'send_message', text: 'Hi {{lead.fullname|there}}, order {{company.order}}' }],
  });
  expect(await records('property')).toMatchObject([{ name: 'plan', label: 'Plan', type: 'text' }]);
  const [lead] = (await records('lead')).filter(({ lead_id }) => lead_id === 'own-7');
  expect(lead).toMatchObject({ company: 'Acme', note: 'Calls at night\n\nTwice', tags: ['partner'] });
  expect(report.collections).toMatchObject({
    macros: { read: 2, stored: 1, notTaken: 1 },
    ...{ properties: { read: 3, stored: 1, notTaken: 2 }, segments: { read: 1, notTaken: 1 } },
  });
});

it('is refused without an owner, and where its files are not', async () => {
  const open = (from: string, options = {}) => openSource('csv', from, options);
  await rm(join(folder, 'none'), { recursive: true, force: true });
  await expect(open(join(folder, 'none'))).rejects.toThrow(Refused);
  await expect(open(join(folder, 'csv'), { owner: 'nobody@old.example' })).rejects.toThrow('no_owner');
});

it('takes no id and no project from a column', async () => {
  const from = join(folder, 'foreign');
  await writeCsvFolder(from, { requests: 1 });
  const other = '0'.repeat(23).concat('1');
  await writeFile(join(from, 'tags.jsonl'), `{"tag":"x","_id":"${other}","id_project":"${other}"}\n`);
  const { records } = await converted('csv', from, 'foreign-work');
  const [tag] = await records('tag');
  expect(tag).toMatchObject({ tag: 'x', _id: expect.not.stringMatching(other) });
});
