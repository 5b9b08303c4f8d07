import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { amountOf } from '@parley/testkit';
import { serialize } from 'bson';

import { writeTiledeskDump } from '../../test/tiledesk-dump.ts';
import type { DumpFacts } from '../../test/tiledesk-rows.ts';
import { ArchiveReader } from '../archive/archive-reader.ts';
import type { ArchivedRecord } from '../archive/part-lines.ts';
import { newSeal, openSeal } from '../archive/sealing.ts';
import { type Converted, convertProject, projectsOf } from '../convert/convert-project.ts';
import type { Document, Found } from '../origin/origin.ts';
import { Dump } from './dump.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-tiledesk-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

function isoOf(time: unknown): string {
  return new Date(time as string | Date).toISOString();
}

function typeOf(path: string): string {
  return path.endsWith('.png') && !path.includes('thumbnails_') ? 'image/png' : 'application/octet-stream';
}

describe('a dump of Tiledesk', () => {
  const passphrase = 'a passphrase for tests';
  let facts: DumpFacts;
  let converted: Converted;
  let archive: ArchiveReader;

  beforeAll(async () => {
    facts = await writeTiledeskDump(join(folder, 'dump'), { requests: amountOf({ quick: 400, soak: 10_000 }) });
    converted = await convert('work');
    archive = await ArchiveReader.open(converted.folder);
  });

  async function convert(work: string): Promise<Converted> {
    const dump = await Dump.open(join(folder, 'dump'));
    const project = (await projectsOf(dump)).find(({ id }) => id === facts.projectId);
    if (!project) throw new Error('The dump has no project.');
    return convertProject(dump, project, {
      work: join(folder, work),
      seal: await newSeal(passphrase),
      address: 'https://new.example',
    });
  }

  const records = (kind: string): Promise<ArchivedRecord[]> => all(archive.records(kind));

  it('gives every row exactly one fate, and names those that are refused', () => {
    for (const [name, { read, ...fates }] of Object.entries(converted.report.collections))
      expect([name, Object.values(fates).reduce((sum, count) => sum + count, 0)]).toEqual([name, read]);
    expect(converted.report.codes).toEqual(facts.refused);
    expect(archive.manifest.counts).toMatchObject({
      request: facts.requests,
      message: facts.messages,
      lead: facts.leads,
    });
    expect(converted.report.notTaken).toEqual(['activities', 'auths']);
  });

  /** Of the dump, as they are there. */
  async function rowsOf(collection: string): Promise<Document[]> {
    const found = await all((await Dump.open(join(folder, 'dump'))).documents(collection));
    return found.flatMap(({ document }) => (document === undefined ? [] : [document]));
  }

  it('takes each listed field of requests and messages as it is, but for what is known to be faulty', async () => {
    const made = new Map((await records('request')).map((record) => [record.request_id, record]));
    const rows = (await rowsOf('requests')).filter(({ request_id: id }) => made.has(id));
    expect(rows).toHaveLength(facts.requests);
    for (const [nth, row] of rows.entries()) {
      const record = made.get(row.request_id);
      const { ticket_id, first_text, rating, ...expected } = {
        ...{ _id: String(row._id), status: row.status === 300 ? 200 : row.status, createdAt: isoOf(row.createdAt) },
        ...{ updatedAt: isoOf(row.updatedAt), createdBy: String(row.createdBy), department: String(row.department) },
        ...{ ticket_id: row.ticket_id, first_text: row.first_text, rating: row.rating, channel: 'chat21' },
        ...{ participants: (row.participants as string[]).slice(0, 1), waiting_time: row.waiting_time },
        ...{ attributes: { plan: 'gold' }, imported: true, requester_membership: String(row.requester) },
        ...(row.status === 1000 && { closed_at: isoOf(row.closed_at) }),
      };
      expect(record).toMatchObject(expected);
      expect([nth, record?.rating]).toEqual([nth, nth === 4 ? undefined : rating]);
      if (nth !== 2) expect([nth, record?.ticket_id]).toEqual([nth, ticket_id]);
      expect([nth, record?.first_text]).toEqual([nth, first_text || 'Question 0']);
    }
    const messages = new Map((await records('message')).map((record) => [record._id, record]));
    const said = (await rowsOf('messages')).filter(({ _id }) => messages.has(String(_id)));
    expect(said).toHaveLength(facts.messages);
    for (const row of said)
      expect(messages.get(String(row._id))).toMatchObject({
        ...{ request: made.get(row.recipient)?._id, createdAt: isoOf(row.createdAt), status: row.status },
        ...{ text: String(row.text).replaceAll('\u0000', ''), sender: row.sender, type: row.type ?? 'text' },
        ...{ senderFullname: row.senderFullname, channel: 'chat21', imported: true, createdBy: row.createdBy },
      });
  });

  it('numbers the messages of each request by their time', async () => {
    const messages = Map.groupBy(await records('message'), ({ request }) => request as string);
    expect(messages.size).toBe(facts.requests);
    for (const ofRequest of messages.values()) {
      expect(ofRequest.map(({ seq }) => seq)).toEqual(ofRequest.map((_, place) => place + 1));
      const times = ofRequest.map(({ createdAt }) => createdAt as string);
      expect(times).toEqual(times.toSorted());
    }
    const totals = await records('request');
    for (const { _id, _lastSeq } of totals) expect(_lastSeq).toBe(messages.get(_id as string)?.length);
  });

  it('takes the files that messages name, whole and as attachments, and names those that are missing, cut or programs', async () => {
    const files = await records('file');
    const isWhole = ({ fault, path }: (typeof facts.files)[number]) =>
      !fault || fault === 'doubled' || fault === 'large' || path.includes('thumbnails_');
    const whole = facts.files.filter(isWhole);
    expect(files.map(({ path }) => path).toSorted()).toEqual(whole.map(({ path }) => path).toSorted());
    for (const { path, bytes } of whole) {
      const file = files.find((one) => one.path === path);
      expect(file).toMatchObject({ inline: false, size: bytes.length, type: typeOf(path) });
      expect(await readFile(archive.objectFile(String(file?.sha256)))).toEqual(bytes);
      expect(file?.references).toEqual([expect.objectContaining({ audience: 'all', request_id: expect.any(String) })]);
    }
    // The same bytes twice are one object.
    expect(archive.manifest.objects.count).toBe(new Set(whole.map(({ bytes }) => bytes.toString('hex'))).size);
    const refused = await readFile(join(folder, 'work/quarantine-source/images.files.jsonl'), 'utf8');
    const reasons = refused
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const codes = { missing: 'file_missing', cut: 'hash_mismatch', program: 'schema', doubled: 'key_taken' };
    const refusals = facts.files.flatMap(({ fault, path }) =>
      fault !== undefined && fault in codes ? [[codes[fault as keyof typeof codes], path]] : [],
    );
    expect(refusals.length).toBeGreaterThan(100);
    expect(reasons.map(({ code, record }) => [code, record.path]).toSorted()).toEqual(refusals.toSorted());
  });

  it('keeps every message that names a file, which is read under the address of this installation', async () => {
    const sources = (await records('message')).flatMap(
      ({ metadata }) => (metadata as { src?: string } | undefined)?.src ?? [],
    );
    const named = facts.files.filter(({ fault }) => fault !== 'unnamed');
    expect(sources.toSorted()).toEqual(
      named.map(({ path }) => `https://new.example/v3/files?path=${encodeURIComponent(path)}`).toSorted(),
    );
  });

  it('takes published versions of bots, and refuses copies of nothing and of each other', async () => {
    const [bot, copy, ...others] = (await records('bot')).toSorted(
      (a, b) => Object.keys(a).length - Object.keys(b).length,
    );
    expect([bot?.root_id, copy?.root_id, others]).toEqual([undefined, bot?._id, []]);
    expect(converted.report.collections.faq_kbs).toMatchObject({ read: 5, stored: 2, quarantined: 3 });
  });

  it('makes one lead of its twins, with what each of them knew, and all their requests are those of the one', async () => {
    const leads = await records('lead');
    const own = (await records('request')).filter(({ requester }) => requester === facts.visitor.leadId);
    const { _id } = leads.find(({ lead_id }) => lead_id === facts.visitor.leadId) ?? {};
    expect(own.map(({ lead }) => lead)).toEqual(Array(facts.visitor.requests).fill(_id));
    const named = (await rowsOf('requests')).filter(
      ({ requester }) => String(requester) === String(own[0]?.requester_membership),
    );
    expect(new Set(named.map(({ lead }) => String(lead))).size).toBe(3);
    expect(leads.filter(({ lead_id }) => lead_id === facts.visitor.leadId)).toEqual([
      expect.objectContaining({
        fullname: 'Visitor 0',
        phone: '+39 06 1',
        company: 'Acme',
        attributes: { plan: 'gold' },
      }),
    ]);
  });

  it('makes good what is faulty: dates and numbers as texts, tickets given twice, ratings, people who are gone', async () => {
    const requests = await records('request');
    expect(requests[1]?.createdAt).toBe('2024-03-01T09:00:00.000Z');
    expect(new Set(requests.map(({ ticket_id }) => ticket_id)).size).toBe(facts.requests);
    expect(requests[3]?.status).toBe(200);
    expect(requests[4]).not.toHaveProperty('rating');
    const [id, createdAt] = [expect.stringMatching(/^[0-9a-f]{24}$/), requests[5]?.createdAt];
    expect(requests[5]).toMatchObject({
      tags: [
        { _id: id, tag: 'vip', color: '#f00', createdAt },
        { _id: id, tag: 'by phone', color: '#43B1F2', createdAt },
      ],
      notes: [{ _id: id, text: 'Called back', attributes: {}, createdBy: 'system', createdAt, updatedAt: createdAt }],
      ...{ location: { country: 'Italy' }, priority: 'normal' },
    });
    expect(requests[0]).toMatchObject({
      first_text: 'Question 0',
      participants: [expect.stringMatching(/^[0-9a-f]{24}$/)],
    });
    expect((await records('department')).filter(({ default: isDefault }) => isDefault)).toHaveLength(1);
    expect((await records('intent')).map(({ intent_display_name }) => intent_display_name)).toEqual([
      'welcome',
      'welcome-1',
    ]);
    for (const { text } of await records('message')) expect(text).not.toContain('\u0000');
  });

  it('takes webhooks disabled and without their secrets, and lists those of events that are not offered', async () => {
    expect(await records('subscription')).toEqual([
      expect.objectContaining({ event: 'request.create', target: 'https://shop.example/hooks', status: 'disabled' }),
    ]);
    expect(converted.report.collections.subscriptions).toMatchObject({
      read: 4,
      stored: 1,
      notTaken: 2,
      quarantined: 1,
    });
    expect(converted.report.dropped).toMatchObject({ 'subscriptions.event planet.landed': 1 });
    expect(JSON.stringify(await records('subscription'))).not.toContain('secret');
  });

  it('takes triggers as rules that are disabled, says in each what it lacks, and lists those without a counterpart', async () => {
    const rules = await records('rule');
    const department = (await records('department')).find((one) => one.default);
    expect(rules.map(({ enabled, position }) => [enabled, position])).toEqual([
      [false, 0],
      [false, 1],
    ]);
    expect(rules.map(({ record }) => record)).toEqual([
      expect.objectContaining({
        name: 'Refunds',
        on: ['message.created'],
        match: 'all',
        filters: [
          { field: 'message.sender_kind', operator: '=', value: 'requester' },
          { field: 'message.text', operator: 'contains', value: 'refund' },
        ],
        actions: [
          { type: 'add_tags', tags: ['refund'] },
          { type: 'set_department', department: department?._id },
          expect.objectContaining({
            type: 'send_message',
            text: 'One moment',
            sender: 'system',
            senderFullname: 'Shop',
          }),
        ],
      }),
      expect.objectContaining({
        ...{ name: 'In part', on: ['request.created'], filters: [], actions: [{ type: 'close' }] },
        description: 'Not taken: code\nNot taken: condition isOpen equal\nNot taken: action request.bot.launch',
      }),
    ]);
    expect(converted.report.collections.triggers).toMatchObject({ read: 4, stored: 2, notTaken: 2 });
    expect(Object.keys(converted.report.dropped)).toEqual(
      expect.arrayContaining(['triggers.event planet.landed', 'triggers.code']),
    );
  });

  it('keeps hashes under seal only: those of bcrypt, no others', async () => {
    const users = await records('user');
    const { sealing } = archive.head;
    const open = sealing && (await openSeal(passphrase, sealing));
    const secrets = open ? await archive.secrets(open) : new Map<string, string>();
    const [owner, other] = ['ada@old.example', 'linus@old.example'].map(
      (email) => users.find((user) => user.email === email)?._id,
    );
    expect(JSON.parse(secrets.get(`user\n${owner}`) ?? '{}')).toEqual({
      password: expect.stringMatching(/^\$2b\$04\$/),
    });
    expect(secrets.has(`user\n${other}`)).toBe(false);
    for (const name of ['workspace/user-000001.jsonl.gz', 'secrets-000001.jsonl'])
      expect((await readFile(join(converted.folder, name))).includes('$2b$')).toBe(false);
  });

  it('becomes the same records every time', async () => {
    const again = await ArchiveReader.open((await convert('again')).folder);
    expect(again.fingerprint).toBe(archive.fingerprint);
  });
});

describe('a faulty file of a dump', () => {
  const good = Buffer.from(serialize({ a: 1 }));
  const length = (bytes: number) => {
    const header = Buffer.alloc(4);
    header.writeInt32LE(bytes);
    return header;
  };
  const deep = (depth: number): object => {
    let made: object = {};
    for (let level = 0; level < depth; level++) made = { made };
    return made;
  };

  it.each<[string, Buffer, Partial<Found>[]]>([
    [
      'is cut',
      Buffer.concat([good, good.subarray(0, 7)]),
      [{ at: 0 }, { at: 12, fault: 'the file ends within a document' }],
    ],
    [
      'has a length of -1',
      Buffer.concat([good, length(-1), good]),
      [{ at: 0 }, { at: 12, fault: 'a document of -1 bytes' }],
    ],
    ['has a length of 2 GB', length(2 ** 31 - 1), [{ at: 0, fault: `a document of ${2 ** 31 - 1} bytes` }]],
    ['is empty', Buffer.alloc(0), []],
    [
      'is no BSON',
      Buffer.concat([length(12), Buffer.alloc(8, 0xff), good]),
      [{ at: 0, fault: expect.any(String) }, { at: 12 }],
    ],
    ['is a bomb', gzipSync(Buffer.alloc(2 ** 26)), [{ at: 0, fault: 'a document of 0 bytes' }]],
    ['has a document of a depth of 1,000', Buffer.concat([Buffer.from(serialize(deep(1_000))), good]), [{ at: 0 }, {}]],
  ])('that %s is read up to the fault, which is named with its place', async (what, bytes, expected) => {
    const dump = join(folder, what);
    await writeTiledeskDump(dump, { requests: 1 });
    const isPacked = bytes.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]));
    if (isPacked) await rm(join(dump, 'tiledesk', 'tags.bson'));
    await writeFile(join(dump, 'tiledesk', `tags.bson${isPacked ? '.gz' : ''}`), bytes);
    const found = await all((await Dump.open(dump)).documents('tags'));
    expect(found).toEqual(expected.map((one) => expect.objectContaining(one)));
  });

  it('of which a key is __proto__ changes no other object', async () => {
    const dump = join(folder, 'prototype');
    await writeTiledeskDump(dump, { requests: 1 });
    const [{ id: projectId = '', name = '' } = {}] = await projectsOf(await Dump.open(dump));
    const tag = JSON.parse(
      `{"_id":"65e18b00aaaaaaaaaaffffff","id_project":"${projectId}","tag":"x","attributes":{"__proto__":{"polluted":1},"own":2}}`,
    );
    await writeFile(join(dump, 'tiledesk', 'tags.bson'), serialize(tag));
    const work = join(folder, 'prototype-work');
    const seal = await newSeal('a passphrase for tests');
    const { folder: made } = await convertProject(await Dump.open(dump), { id: projectId, name }, { work, seal });
    const tags = await all((await ArchiveReader.open(made)).records('tag'));
    expect(tags).toEqual([expect.objectContaining({ tag: 'x', attributes: { own: 2 } })]);
    expect({}).not.toHaveProperty('polluted');
  });
});
