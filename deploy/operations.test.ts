import { readFile } from 'node:fs/promises';

import { releases } from '@parley/service-kit/database';

import { withTables } from './configuration.ts';
import { alerts } from './k8s/alerts.ts';
import { everyone } from './k8s/mesh.ts';
import { type Place, readPlaces, readVariants, readVersion } from './k8s/places.ts';
import { externalSecrets } from './k8s/secrets.ts';
import { withSizes } from './sizing.ts';

const repository = new URL('../', import.meta.url);
const read = (name: string) => readFile(new URL(`docs/operations/${name}.md`, repository), 'utf8');
const install = await read('install');
const configuration = await read('configuration');
const outages = await read('outages');
const runbook = await read('runbook');

it('lists every variable as the services read it: run `node deploy/configuration.ts`', async () => {
  expect(await withTables(configuration)).toBe(configuration);
});

it('says what the costs that were measured come to: run `node deploy/sizing.ts`', async () => {
  const sizing = await read('sizing');
  expect(await withSizes(sizing)).toBe(sizing);
});

it('explains every variable', () => {
  const bare = [...configuration.matchAll(/^\| `(\w+)` \| [^|]*\|\s*\|$/gm)].map(([, name]) => name);
  expect(bare).toEqual([]);
});

it('says of every alert what to do, and of no other', () => {
  const headings = [...runbook.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  expect(headings).toEqual(alerts.map(({ name }) => name));
});

it('has a section for each release that databases know, the last of which is the one of this version', async () => {
  const upgrade = await read('upgrade');
  const sections = [...upgrade.matchAll(/^## (\d+\.\d+)$/gm)].map(([, release]) => release);
  expect(sections).toEqual(releases);
  const { version } = JSON.parse(await readFile(new URL('package.json', repository), 'utf8')) as { version: string };
  expect(version).toMatch(new RegExp(`^${releases.at(-1)?.replace('.', '\\.')}\\.\\d+`));
});

it('says which components the places have', async () => {
  const table =
    /^\| component \| value of the chart \| brings \| local \| production \|\n([\s\S]*?)\n\n/m.exec(install)?.[1] ?? '';
  const rows = [...table.matchAll(/^\| `([\w-]+)` \| `.+` \| .+ \| (yes)? ?\| (yes)? ?\|$/gm)];
  const version = await readVersion();
  const [local, production] = await readPlaces(version);
  const namesOf = (places: readonly Place[]) => places.flatMap(({ components }) => components.map(({ name }) => name));
  const all = new Set(namesOf([local, production, ...(await readVariants(version))]));
  expect(rows.map(([, name]) => name).sort()).toEqual([...all].sort());
  for (const [place, column] of [
    [local, 2],
    [production, 3],
  ] as const) {
    const said = rows.filter((row) => row[column]).map(([, component]) => component);
    expect(said).toEqual(namesOf([place]));
  }
});

it('names every Secret that a production expects, with its keys', () => {
  for (const [name, keys] of Object.entries(externalSecrets)) {
    const row = name.replace(/^parley-database-.*/, 'parley-database-<service>');
    const line = install.split('\n').find((text) => text.startsWith(`| \`${row}\``));
    for (const key of keys) expect(line).toContain(`\`${key}\``);
  }
});

it('says of every service how much memory it is given', () => {
  const rows = [...install.matchAll(/^\| (\w+) \| \d+ MiB \| (\d+) MiB \| (\d+)Mi \|$/gm)];
  expect(rows.map(([, name, , requested]) => [name, `${requested}Mi`])).toEqual(
    everyone.map(({ name, requests }) => [name, requests.memory]),
  );
  for (const [, , taken, requested] of rows) expect(Number(requested)).toBeGreaterThan(Number(taken));
});

it('claims nothing about outages that no test proves', async () => {
  const table = /## When something is down\n([\s\S]*?)\n## /.exec(outages)?.[1] ?? '';
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !/^\| (down|---)/.test(line));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const [, file = '', title = ''] = /`([\w/.-]+\.test\.ts)`: (.+) \|$/.exec(row) ?? [];
    const text = await readFile(new URL(file, repository), 'utf8');
    expect(text.replace(/\bit\(\s+/g, 'it(')).toContain(`it('${title}',`);
  }
});
