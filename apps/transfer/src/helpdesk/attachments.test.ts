import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { collect } from '@parley/testkit';

import { writeIntercomExport, writeZendeskExport } from '../../test/exports.ts';
import { nameOfFile, servedFiles } from '../../test/zendesk-settings.ts';
import { ArchiveReader } from '../archive/archive-reader.ts';
import { newSeal } from '../archive/sealing.ts';
import { Refused } from '../config.ts';
import { convertProject, projectsOf } from '../convert/convert-project.ts';
import { Lookup } from '../origin/lookup.ts';
import { openIntercom } from './intercom-export.ts';
import { openZendesk } from './zendesk-export.ts';

const address = 'https://new.example';
const token = 'ada@old.example/token:secret';
const sources = {
  zendesk: { write: writeZendeskExport, open: openZendesk },
  intercom: { write: writeIntercomExport, open: openIntercom },
};

let folder: string;
let store: Server;
let server: Server;
/** What came with the calls of each. */
let seen: { server: (string | undefined)[]; store: (string | undefined)[] };
const urlOf = (one: Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-attachments-'));
  // The address leads to a store of objects on another host.
  store = await listening((req, res) => {
    seen.store.push(req.headers.authorization);
    const file = servedFiles.find(({ path }) => path === req.url);
    if (!file || file.fault === 'missing') return void res.writeHead(404).end();
    res.end(file.bytes);
  });
  const asked = new Set<string>();
  server = await listening(({ url = '', headers }, res) => {
    seen.server.push(headers.authorization);
    const isFirst = !asked.has(url);
    asked.add(url);
    if (isFirst) return void res.writeHead(429).end();
    res.writeHead(302, { location: urlOf(store) + url }).end();
  });
});
beforeEach(() => {
  seen = { server: [], store: [] };
});
afterAll(async () => {
  for (const one of [server, store]) one.close();
  await rm(folder, { recursive: true, force: true });
});

async function listening(serve: (req: IncomingMessage, res: ServerResponse) => void): Promise<Server> {
  const one = createServer(serve);
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  return one;
}

it.each(['zendesk', 'intercom'] as const)(
  'takes the files of %s with the token, which no other host gets, and names those that are missing, cut or programs',
  async (source) => {
    const from = join(folder, source);
    await sources[source].write(from, { requests: 10, origin: urlOf(server) });
    const lookup = new Lookup();
    const own = { address, files: `${urlOf(server)}/`, token, firstPauseMs: 1 };
    const origin = await sources[source].open(from, { owner: 'ada@old.example', lookup, ...own });
    const [project] = await projectsOf(origin);
    if (!project) throw new Error('The export has no project.');
    const work = join(folder, `${source}-work`);
    const { report, folder: made } = await convertProject(origin, project, { work, seal: await newSeal('x'), address });
    lookup.close();
    const archive = await ArchiveReader.open(made);

    const whole = servedFiles.filter(({ fault }) => !fault);
    const files = await collect(archive.records('file'));
    expect(files.map(({ name }) => name).toSorted()).toEqual(whole.map(nameOfFile).toSorted());
    for (const { sha256, name, inline } of files) {
      expect(inline).toBe(false);
      const { bytes } = whole.find((one) => nameOfFile(one) === name) ?? {};
      expect(await readFile(archive.objectFile(String(sha256)))).toEqual(bytes);
    }
    expect(report.collections.attachments).toMatchObject({ read: 5, stored: 2, quarantined: 3 });
    expect(report.codes).toMatchObject({ file_missing: 1, hash_mismatch: 1, schema: 1 });

    // Each message is there, and names where its files are read.
    const messages = await collect(archive.records('message'));
    const linkTo = (path: unknown) => `${address}/v3/files?path=${encodeURIComponent(String(path))}`;
    const pathOf = (name: string) => files.find((one) => one.name === name)?.path;
    const named = messages.find(({ metadata }) => Object(metadata).src === linkTo(pathOf('a picture.png')));
    expect(named).toMatchObject({ type: 'image', text: expect.stringContaining(linkTo(pathOf('notes.txt'))) });
    const addresses = messages.flatMap(({ metadata }) => Object(metadata).src ?? []);
    expect(addresses).toHaveLength(servedFiles.length - 1);
    expect(addresses).toContain('https://cdn.example/attachments/token/a6/elsewhere.png');
    expect(new Set(seen.server)).toEqual(new Set([`Basic ${Buffer.from(token).toString('base64')}`]));
    expect([seen.store.length, new Set(seen.store)]).toEqual([5, new Set([undefined])]);
  },
);

it('leaves files where they are without an address of theirs, and needs to know where they are read here', async () => {
  const from = join(folder, 'left');
  await writeZendeskExport(from, { requests: 10, origin: urlOf(server) });
  const open = (options: object) =>
    openZendesk(from, { owner: 'ada@old.example', lookup: new Lookup(), address, ...options });
  const origin = await open({});
  const messages = await collect(origin.documents('messages'));
  expect(origin.files).toBeUndefined();
  expect(JSON.stringify(messages)).toContain(`"src":"${urlOf(server)}/attachments/token/a1`);
  expect(seen.server).toEqual([]);
  await expect(open({ files: 'a folder' })).rejects.toThrow(Refused);
  await expect(open({ files: urlOf(server), address: undefined })).rejects.toThrow(Refused);
});
