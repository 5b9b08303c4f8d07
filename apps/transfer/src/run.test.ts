import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import { type ExportFacts, writeCsvFolder } from '../test/exports.ts';
import { run } from './run.ts';

let folder: string;
let facts: ExportFacts;
const inFolder = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-run-'));
  facts = await writeCsvFolder(inFolder('shop'), { requests: 10 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Where no service is known: whatever calls one is refused. */
async function runAlone(...args: string[]): Promise<{ code: number; output: string }> {
  let output = '';
  const kept = new Writable({
    write(bytes, _encoding, wasWritten) {
      output += String(bytes);
      wasWritten();
    },
  });
  const env = { PARLEY_DATA: inFolder('no-data') };
  const code = await run(args, { env, out: kept, err: kept, stopping: new AbortController().signal });
  return { code, output };
}

it('needs no service for --dry-run: it converts, checks the archive whole and names what is refused', async () => {
  const { code, output } = await runAlone('import', 'csv', inFolder('shop'), '--dry-run', '--work', inFolder('work'));
  expect([code, output]).toEqual([2, expect.stringContaining(`"request": ${facts.requests}`)]);
  const [project = ''] = await readdir(inFolder('work'));
  const report = JSON.parse(await readFile(join(inFolder('work'), project, 'conversion.json'), 'utf8'));
  expect(report.codes).toEqual(facts.refused);
  const refused = await readFile(join(inFolder('work'), project, 'quarantine-source', 'requests.jsonl'), 'utf8');
  expect(
    refused
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  ).toEqual([
    expect.objectContaining({
      source: 'csv',
      code: 'orphan',
      at: expect.any(Number),
      record: expect.objectContaining({}),
    }),
    expect.objectContaining({ code: 'malformed', msg: 'no createdAt' }),
  ]);
});

it('only writes the archive with convert, and refuses what is no source', async () => {
  const to = inFolder('only');
  expect((await runAlone('import', 'convert', 'csv', inFolder('shop'), '--to', to)).code).toBe(2);
  expect(await readdir(join(to, 'archive'))).toEqual(
    expect.arrayContaining(['SHA256SUMS', 'head.json', 'manifest.json']),
  );
  for (const args of [
    ['import', 'convert', 'planet', inFolder('shop'), '--to', to],
    ['import', 'convert', 'csv', inFolder('shop')],
    ['import', 'planet', inFolder('shop')],
    ['import', 'csv', inFolder('nothing')],
    ['import', 'csv', inFolder('shop'), '--owner', 'nobody@old.example'],
    ['import', 'archive', join(to, 'archive')],
    ['import', 'csv', inFolder('shop'), '--ids', 'other'],
    ['import'],
    [],
  ])
    expect([args, (await runAlone(...args)).code]).toEqual([args, 1]);
});

it('knows every command and option of the guide', async () => {
  const guide = await readFile(new URL('../../../docs/guides/migrating.md', import.meta.url), 'utf8');
  const commands = [...guide.matchAll(/npm run (import|export) -- ([^`\n]+)/g)];
  expect(commands.length).toBeGreaterThan(9);
  for (const [, command = '', rest = ''] of commands) {
    const args = [command, ...rest.trim().split(/\s+/)];
    // It fails on an option that it does not know, before it does anything.
    expect([args, (await runAlone(...args, '--help')).code]).toEqual([args, 0]);
    expect((await runAlone(...args, '--planet', '--help')).code).toBe(1);
  }
});
