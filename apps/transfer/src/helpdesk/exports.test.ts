import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Seal } from '@parley/service-kit/archive';
import { collect } from '@parley/testkit';

import {
  type ExportFacts,
  type Size,
  timeAt,
  writeCsvFolder,
  writeIntercomExport,
  writeZendeskExport,
} from '../../test/exports.ts';
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
  expect(rated).toMatchObject([{ rating: 5, ticket_id: 4, status: 1000 }]);
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

it('takes macros of Zendesk, says in each what it lacks, and lists those without a counterpart', async () => {
  const archive = await ArchiveReader.open(join(folder, 'zendesk-work', 'archive'));
  const macros = await collect(archive.records('macro'));
  const department = (await collect(archive.records('department'))).find(({ name }) => name === 'Support');
  expect(macros).toEqual([expect.objectContaining({ shared: false, owner: expect.stringMatching(/^[0-9a-f]{24}$/) })]);
  expect(macros[0]?.record).toMatchObject({
    ...{ name: 'Close', description: 'Not taken: action custom_fields_1' },
    actions: [
      { type: 'add_note', text: 'Checked' },
      { type: 'add_tags', tags: ['vip', 'gold'] },
      { type: 'set_department', department: department?._id },
      { type: 'assign', to: 'me' },
      { type: 'close' },
    ],
  });
  const report = JSON.parse(await readFile(join(folder, 'zendesk-work', 'conversion.json'), 'utf8'));
  expect(report.collections.macros).toMatchObject({ read: 2, stored: 1, notTaken: 1 });
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
