import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import { collect } from '@parley/testkit';

import { ChatwootStandIn } from '../test/chatwoot-api.ts';
import { chatwootSql } from '../test/chatwoot-database.ts';
import { type ExportFacts, writeCsvFolder, writeIntercomExport, writeZendeskExport } from '../test/exports.ts';
import { ArchiveReader } from './archive/archive-reader.ts';
import { owners } from './config.ts';
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

it('names each of a thousand faults in a dry run, and takes what is whole', async () => {
  const shop = inFolder('faulty');
  await mkdir(shop);
  const createdAt = '2024-03-01T08:00:00.000Z';
  const write = (name: string, ...rows: (object | string)[]) =>
    writeFile(
      join(shop, `${name}.jsonl`),
      rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join(''),
    );
  const times = <Row>(count: number, row: (nth: number) => Row) => Array.from({ length: count }, (_, nth) => row(nth));
  await write('users', { email: 'ada@old.example', role: 'owner', createdAt });
  await write('leads', { lead_id: 'v1', createdAt }, ...times(200, (nth) => `no JSON ${nth}`));
  await write(
    'requests',
    { request_id: 1, lead_id: 'v1', createdAt },
    ...times(200, () => ({ request_id: 1, lead_id: 'v1', createdAt })),
    ...times(200, (nth) => ({ request_id: nth + 2, lead_id: 'gone', createdAt })),
    ...times(200, (nth) => ({ request_id: nth + 2, lead_id: 'v1' })),
  );
  await write(
    'messages',
    { request_id: 1, sender: 'lead', text: 'Hello', createdAt },
    ...times(200, (nth) => ({ request_id: nth + 2, sender: 'lead', text: 'Lost', createdAt })),
  );

  const { code, output } = await runAlone('import', 'csv', shop, '--dry-run', '--work', inFolder('faulty-work'));
  expect([code, output]).toEqual([2, expect.stringContaining('converted, 1000 rows refused')]);
  expect(output).toContain('"request": 1,');
  const [project = ''] = await readdir(inFolder('faulty-work'));
  const report = JSON.parse(await readFile(join(inFolder('faulty-work'), project, 'conversion.json'), 'utf8'));
  expect(report.codes).toEqual({ malformed: 400, key_taken: 200, orphan: 400 });
  const refused = join(inFolder('faulty-work'), project, 'quarantine-source');
  const lines = await Promise.all((await readdir(refused)).map((name) => readFile(join(refused, name), 'utf8')));
  expect(lines.join('').trimEnd().split('\n')).toHaveLength(1_000);
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

it.each([
  ...['abc', '', '0', '-5', '1e3', 'Infinity', '0x10'].map((rate) => ['--rate', rate]),
  ...['x', '', '101%', '2', '-1%', '%', 'NaN'].map((share) => ['--max-bad', share]),
])('refuses %s %j before it converts anything', async (option, value) => {
  const work = inFolder('refused-early');
  const { code, output } = await runAlone('import', 'csv', inFolder('shop'), '--work', work, `${option}=${value}`);
  expect([code, output]).toEqual([1, expect.stringMatching(new RegExp(`^${option} is a `))]);
  await expect(readdir(work)).rejects.toThrow('ENOENT');
});

it('writes files to fill in, which it takes as they are, and writes over none', async () => {
  const shop = inFolder('template');
  expect((await runAlone('import', 'csv', shop, '--template')).code).toBe(0);
  const files = await readdir(shop);
  expect(files.toSorted()).toEqual(
    ['canned', 'leads', 'messages', 'requests', 'tags', 'users'].map((name) => `${name}.csv`),
  );
  const { code, output } = await runAlone('import', 'csv', shop, '--dry-run', '--work', inFolder('template-work'));
  expect([code, output]).toEqual([0, expect.stringContaining('"message": 1')]);
  const again = await runAlone('import', 'csv', shop, '--template');
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('users.csv is there already')]);
});

it('reads times by a format and a zone, and names the line of a row that has none', async () => {
  const shop = inFolder('german');
  await mkdir(shop);
  const write = (name: string, ...lines: string[]) => writeFile(join(shop, name), `${lines.join('\r\n')}\r\n`);
  await write('users.csv', 'email;role;createdAt', 'ada@old.example;owner;01.01.2024 00:00');
  await write('leads.csv', 'lead_id;note', 'v1;"two', 'lines"');
  await write(
    'requests.csv',
    'request_id;lead_id;createdAt',
    '1;v1;01.07.2024 10:30',
    '2;v1;31.02.2024 10:30',
    '3;v1;',
  );
  const times = ['--time-format', 'dd.MM.yyyy HH:mm', '--tz', 'Europe/Berlin'];
  const to = inFolder('german-out');
  const { code, output } = await runAlone('import', 'convert', 'csv', shop, '--to', to, ...times);
  expect(code).toBe(2);
  expect(output).toContain('requests.csv, line 3: createdAt is no time\n');
  expect(output).toContain('requests.csv, line 4: no createdAt\n');
  const archive = await ArchiveReader.open(join(to, 'archive'));
  const [request, ...others] = await collect(archive.records('request'));
  expect([request?.createdAt, others]).toEqual(['2024-07-01T08:30:00.000Z', []]);
  const refused = await runAlone('import', 'convert', 'csv', shop, '--to', to, '--time-format', 'planet');
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('--time-format has yyyy')]);
});

it('refuses settings that name a certificate without its key or its authority', async () => {
  const settings = ['ACTOR_KEY', ...owners.map((owner) => `${owner.toUpperCase()}_GRPC`), 'GRPC_TLS_CERT'];
  await writeFile(inFolder('some.env'), settings.map((name) => `${name}=x\n`).join(''));
  const args = ['export', '--project', 'any', '--to', inFolder('no-export'), '--env', inFolder('some.env')];
  expect(await runAlone(...args)).toEqual({
    code: 1,
    output: 'GRPC_TLS_CERT, GRPC_TLS_KEY, GRPC_TLS_CA: must be set together\n',
  });
});

/** The arguments of the commands of a section of the guide. */
async function guideCommands(section = ''): Promise<string[][]> {
  const guide = await readFile(new URL('../../../docs/guides/migrating.md', import.meta.url), 'utf8');
  const own = section === '' ? guide : (guide.split(/^## /m).find((one) => one.startsWith(section)) ?? '');
  return [...own.matchAll(/npm run (import|export) -- ([^`\n]+)/g)].map(([, command = '', rest = '']) => [
    command,
    ...rest.trim().split(/\s+/),
  ]);
}

it('knows every command and option of the guide', async () => {
  const commands = await guideCommands();
  expect(commands.length).toBeGreaterThan(9);
  for (const args of commands) {
    // It fails on an option that it does not know, before it does anything.
    expect([args, (await runAlone(...args, '--help')).code]).toEqual([args, 0]);
    expect((await runAlone(...args, '--planet', '--help')).code).toBe(1);
  }
});

describe('the commands of the guide', () => {
  /** With what stands for others replaced, and nothing loaded. */
  const runGuided = async (args: string[], places: Readonly<Record<string, string>>) => {
    const own = args.map((word) => places[word] ?? word);
    const dry = own.includes('--template') || own[1] === 'convert' ? [] : ['--dry-run'];
    return runAlone(...own, ...dry, '--work', await mkdtemp(inFolder('guided-')));
  };

  it.each([
    ['Zendesk', writeZendeskExport],
    ['Intercom', writeIntercomExport],
  ])('take an export of %s', async (source, write) => {
    const { requests } = await write(inFolder(source), { requests: 4 });
    const [args = [], ...others] = await guideCommands(`From ${source}`);
    const { code, output } = await runGuided(args, { '<folder>': inFolder(source), '<e-mail>': 'ada@old.example' });
    // With rows that are refused.
    expect([code, output, others]).toEqual([2, expect.stringContaining(`"request": ${requests}`), []]);
  });

  it('take the API of a Chatwoot', async () => {
    const standIn = await ChatwootStandIn.start(chatwootSql(2026, { requests: 4 }));
    try {
      standIn.faultOf = () => undefined;
      await writeFile(inFolder('token'), standIn.token);
      const commands = await guideCommands('From Chatwoot');
      const args = commands.find((words) => words.includes('--token-file')) ?? [];
      const { output } = await runGuided(args, { 'https://chat.old.example': standIn.url, token: inFolder('token') });
      expect(output).toContain('"request": 4');
    } finally {
      await standIn.stop();
    }
  });

  it('write files to fill in, take them, with their own times as well, and only convert them', async () => {
    const [folder, german] = [inFolder('filled'), inFolder('with-format')];
    await mkdir(german);
    await writeFile(join(german, 'users.csv'), 'email,role,createdAt\r\nada@shop.example,owner,31.12.2023\r\n');
    const commands = await guideCommands('From CSV');
    const places = { '<e-mail>': 'ada@shop.example', '<source>': 'csv', '<from>': folder };
    for (const args of commands) {
      const to = args.includes('convert') ? inFolder('only-converted') : folder;
      const own = { ...places, '<folder>': args.includes('--tz') ? german : to };
      const { code, output } = await runGuided(args, own);
      expect([args, code, output]).toEqual([args, 0, output]);
    }
    expect(commands).toHaveLength(4);
  });
});
