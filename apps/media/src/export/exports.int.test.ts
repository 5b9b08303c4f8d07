import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';

import { exportDeleted, exportRequested, exportSigned } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { eventually, type Personas } from '@parley/testkit';

import { type MediaHarness, startMediaHarness } from '../../test/media-harness.ts';
import { sign } from '../file/signature.ts';
import { newExport } from './export.ts';
import { writeExport } from './write-export.ts';

const unpack = promisify(execFile);
const partBytes = 8_192;
const leads = Array.from({ length: 40 }, (_, nth) => ({
  _id: idOf(nth),
  fullname: `Lead ${nth}`,
  note: randomBytes(300).toString('base64'),
}));

let harness: MediaHarness;
let folder: string;
let people: Personas;
beforeAll(async () => {
  harness = await startMediaHarness({ EXPORT_PART_BYTES: String(partBytes), RATE_LIMIT_FACTOR: '1' });
  folder = await mkdtemp(join(tmpdir(), 'parley-exports-'));
});
afterAll(async () => {
  await harness?.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  people = harness.project();
  harness.archived.records.clear();
  harness.archived.failing.clear();
  harness.archived.hooks.clear();
  harness.archived.records.set('workspace', [{ kind: 'project', records: [{ _id: people.projectId, name: 'Acme' }] }]);
  harness.archived.records.set('contacts', [{ kind: 'lead', records: leads }]);
});

function idOf(nth: number): string {
  return `65e18b00${String(nth).padStart(16, '0')}`;
}

const ada = () => harness.as(people.ada);
const request = async (include_files?: boolean) => (await ada().createExport({ include_files })).body;
const stateOf = async (id: string) => (await ada().getExport({ export: id })).body;
/** Begun at once: its job looks for exports every few seconds. */
const finished = async (id: string) => {
  await harness.runJob('runExports');
  return eventually(async () => {
    const state = await stateOf(id);
    expect(state.status).not.toBe('running');
    return state;
  });
};
const signed = async (id: string) => (await ada().signExport({ export: id })).body;
/** The address as this service serves it: the public one is that of a gateway. */
const local = (url: string) => url.replace('https://parley.example', harness.addresses.http);
const read = async (url: string, headers: Record<string, string> = {}) => {
  const actor = await harness.headersOf({ kind: 'none', id: '' });
  const response = await fetch(local(url), { headers: { ...actor, ...headers } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
};
const objectsOfProject = async () => {
  const keys: string[] = [];
  for await (const { key } of harness.context.storage.list()) if (key.startsWith(people.projectId)) keys.push(key);
  return keys;
};

/** Holds up the answer of a service. */
function gateAt(service: string) {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  harness.archived.hooks.set(service, () => {
    reached.resolve();
    return opened.promise;
  });
  return { reached: reached.promise, open: opened.resolve };
}

/** Downloads all parts and unpacks them into one folder. */
async function download(id: string): Promise<string> {
  const target = join(folder, id);
  await mkdir(target);
  for (const { name, url, size, sha256 } of (await signed(id)).parts) {
    const { bytes } = await read(url);
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, sha256]);
    await writeFile(join(folder, name), bytes);
    await unpack('tar', ['-xf', join(folder, name), '-C', target]);
  }
  return target;
}

it('is written in parts that together are the archive: records of all services, and the bytes of files, each once', async () => {
  const words = 'words '.repeat(3_000);
  for (const bytes of [words, words, 'others'])
    expect((await harness.upload(people.ada, 'uploadChatFile', { name: 'a.txt', bytes })).status).toBe(201);
  const { _id } = await request();
  expect(await finished(_id)).toMatchObject({
    ...{ status: 'done', include_files: true },
    progress: { project: { done: 1, total: 1 }, lead: { done: 40, total: 40 }, object: { done: 2, total: 2 } },
  });

  const archive = await download(_id);
  const { parts, size } = await stateOf(_id);
  expect(parts).toBeGreaterThan(1);
  expect(size).toBeGreaterThan(words.length);
  const manifest = JSON.parse(await readFile(join(archive, 'manifest.json'), 'utf8'));
  expect(manifest).toMatchObject({ counts: { project: 1, lead: 40, file: 3 }, dangling: {} });
  expect(manifest.objects).toEqual({ count: 2, bytes: words.length + 6 });
  expect(Object.keys(manifest.asOf)).toHaveLength(8);
  const lines = gunzipSync(await readFile(join(archive, 'contacts/lead-000001.jsonl.gz'))).toString();
  expect(
    lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).r),
  ).toEqual(leads);
  const { stdout } = await unpack('sha256sum', ['--check', 'SHA256SUMS'], { cwd: archive });
  expect(stdout).not.toContain('FAILED');
  const sums = (await readdir(join(archive, 'media/objects'), { recursive: true })).filter((name) => name.length > 60);
  for (const name of sums) {
    const bytes = await readFile(join(archive, 'media/objects', name));
    expect(name.endsWith(createHash('sha256').update(bytes).digest('hex'))).toBe(true);
  }
  expect(sums).toHaveLength(2);
});

it('says of each file that it is left out when no bytes are asked for', async () => {
  await harness.upload(people.ada, 'uploadChatFile', { name: 'a.txt', bytes: 'words' });
  const { _id } = await request(false);
  await finished(_id);
  const archive = await download(_id);
  const manifest = JSON.parse(await readFile(join(archive, 'manifest.json'), 'utf8'));
  expect(manifest).toMatchObject({ counts: { file: 1 }, objects: { count: 0, bytes: 0 }, dangling: { file: 1 } });
});

it('runs once at a time, of ten that are requested at once', async () => {
  const gate = gateAt('analytics');
  const answers = await Promise.all(Array.from({ length: 10 }, () => ada().createExport({})));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  expect(answers.filter(({ status }) => status === 409).map(({ body }) => Reflect.get(body, 'code'))).toEqual(
    Array(9).fill('export_running'),
  );
  gate.open();
  const { body } = await ada().listExports({});
  await finished(body.exports[0]?._id ?? '');
  expect((await harness.outbox(exportRequested, people.projectId)).map(({ data }) => data.export._id)).toEqual([
    body.exports[0]?._id,
  ]);
});

it('begins four times a day, and what was refused does not count', async () => {
  const gate = gateAt('analytics');
  const one = await request();
  for (let nth = 0; nth < 5; nth += 1) expect((await ada().createExport({})).status).toBe(409);
  expect((await ada().deleteExport({ export: one._id })).status).toBe(200);
  for (let nth = 1; nth < 4; nth += 1) {
    const { _id } = await request();
    expect((await ada().deleteExport({ export: _id })).status).toBe(200);
  }
  const { status, body, headers } = await ada().createExport({});
  expect([status, Reflect.get(body, 'code')]).toEqual([429, 'rate_limited']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(80_000);
  gate.open();
});

describe('its parts', () => {
  it('are opened by a signed URL for 15 minutes, whole or in ranges, and each time that is recorded', async () => {
    const { _id } = await request();
    await finished(_id);
    const { parts, expiresAt } = await signed(_id);
    const url = parts[0]?.url ?? '';
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(900_000);
    const whole = await read(url);
    expect([whole.status, whole.headers.get('cache-control'), whole.headers.get('content-disposition')]).toEqual([
      200,
      'no-store',
      `attachment; filename="${_id}-part-000001.tar"`,
    ]);
    const rest = await read(url, { range: 'bytes=512-' });
    expect([rest.status, rest.bytes.equals(whole.bytes.subarray(512))]).toEqual([206, true]);
    expect((await read(url, { range: `bytes=${whole.bytes.length}-` })).status).toBe(416);
    expect(await harness.outbox(exportSigned, people.projectId)).toHaveLength(1);
  });

  it('are not opened by a URL of another part, export or project, nor one that is over', async () => {
    const { _id } = await request();
    await finished(_id);
    const url = new URL((await signed(_id)).parts[0]?.url ?? '');
    const other = harness.project().projectId;
    const refused = [
      url.pathname,
      url.href.replace('part-000001', 'part-000002'),
      url.href.replace(_id, idOf(1)),
      url.href.replace(people.projectId, other),
      url.href.replace(/expires=\d/, 'expires=9'),
    ];
    for (const one of refused) expect((await read(new URL(one, 'https://parley.example').href)).status).toBe(404);
    const { pathname: path } = url;
    const expires = Math.floor(Date.now() / 1_000) - 1;
    const signature = sign(harness.context.signingKeys, { projectId: people.projectId, path, expires });
    const over = `https://parley.example${path}?${new URLSearchParams({ expires: String(expires), signature })}`;
    expect((await read(over)).status).toBe(403);
  });

  it('are gone when the export expires; its record stays for 90 days', async () => {
    const { _id } = await request();
    await finished(_id);
    const url = (await signed(_id)).parts[0]?.url ?? '';
    await harness.db.query(`update exports set expires_at = now() - interval '1 s' where id = $1`, [_id]);
    expect((await read(url)).status).toBe(410);
    expect((await ada().signExport({ export: _id })).status).toBe(410);
    await harness.runJob('expireExports');
    await harness.settled();
    expect(await stateOf(_id)).toMatchObject({ status: 'expired' });
    expect([(await read(url)).status, await objectsOfProject()]).toEqual([410, []]);

    await harness.db.query(`update exports set created_at = now() - interval '91 days' where id = $1`, [_id]);
    await harness.runJob('expireExports');
    expect((await ada().getExport({ export: _id })).status).toBe(404);
  });

  it('are gone with the export that is deleted, and stay until then whatever is swept', async () => {
    const { _id } = await request();
    await finished(_id);
    harness.ageObjects();
    await harness.runJob('sweepObjects');
    expect(await objectsOfProject()).toHaveLength((await stateOf(_id)).parts);
    const url = (await signed(_id)).parts[0]?.url ?? '';
    expect((await ada().deleteExport({ export: _id })).body).toMatchObject({ _id });
    await harness.settled();
    expect([(await read(url)).status, await objectsOfProject()]).toEqual([404, []]);
    expect(await harness.outbox(exportDeleted, people.projectId)).toHaveLength(1);
  });

  it('are gone when a person of the project is erased, also those of an export that runs', async () => {
    const { _id: done } = await request();
    await finished(done);
    const gate = gateAt('workspace');
    const { _id: running } = await request();
    const round = harness.runJob('runExports');
    await gate.reached;
    await harness.context.exports.end(people.projectId);
    gate.open();
    await round;
    await harness.settled();
    expect(await stateOf(done)).toMatchObject({ status: 'expired' });
    expect(await stateOf(running)).toMatchObject({ status: 'failed', error: 'erasure', parts: 0 });
    await eventually(async () => expect(await objectsOfProject()).toEqual([]));
  });
});

describe('a run that cannot go on', () => {
  it('is begun again by the next one, which keeps nothing of it', async () => {
    await harness.upload(people.ada, 'uploadChatFile', { name: 'a.txt', bytes: 'words' });
    const { exports } = harness.context;
    const [stopping, at] = [new AbortController(), new Date()];
    const about = { projectId: people.projectId, id: newId(), includeFiles: true, createdBy: people.ada.id };
    // No timer begins it yet.
    const made = { ...newExport(about, at), dueAt: new Date(at.getTime() + 3_600_000), attempts: 1 };
    await exports.insert(made, async () => undefined);
    harness.archived.hooks.set('workspace', () => stopping.abort());
    const place = { folder: await harness.context.spool.createFolder(), over: stopping.signal };
    await expect(writeExport(harness.context, made, place)).rejects.toThrow();
    harness.archived.hooks.clear();
    const { _id } = await stateOf(made.id);
    expect(await objectsOfProject()).toHaveLength(2);

    await harness.db.query(`update exports set due_at = now() - interval '1 s' where id = $1`, [_id]);
    const state = await finished(_id);
    expect(state).toMatchObject({ status: 'done' });
    await harness.settled();
    expect(await objectsOfProject()).toHaveLength(state.parts + 1);
    // The former run has lost the export.
    const run = { projectId: people.projectId, id: _id, attempts: 1 };
    const part = { name: 'part-000009.tar', objectKey: `${people.projectId}/${idOf(9)}`, size: 1, sha256: '' };
    expect(await exports.addPart(run, part)).toBe(false);
    expect(await exports.report(run, { progress: {}, asOf: {} })).toBe(false);
  });

  it('fails after three attempts while a service is unavailable, and leaves no part', async () => {
    harness.archived.failing.add('workspace');
    const { _id } = await request();
    for (let attempt = 1; attempt <= 3; attempt++) {
      await harness.runJob('runExports');
      const [row] = await harness.db.query('select attempts from exports where id = $1', [_id]);
      expect(row).toEqual({ attempts: attempt });
      await harness.db.query(`update exports set due_at = now() - interval '1 s' where id = $1`, [_id]);
    }
    expect(await finished(_id)).toMatchObject({ status: 'failed', error: 'unavailable', parts: 0 });
    await eventually(async () => expect(await objectsOfProject()).toEqual([]));
    expect((await ada().signExport({ export: _id })).body).toMatchObject({ code: 'export_unfinished' });
  });
});
