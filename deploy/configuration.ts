// Writes the tables of variables in docs/operations/configuration.md:  node deploy/configuration.ts
// Names, defaults and explanations are those of each service's src/config.ts; a test says when the tables are stale.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { common, schemas } from './schemas.ts';

const repository = new URL('..', import.meta.url);
const guide = fileURLToPath(new URL('docs/operations/configuration.md', repository));
const marks = {
  from: '<!-- configuration: written by deploy/configuration.ts -->',
  to: '<!-- end of configuration -->',
};

const kitSources = ['packages/service-kit/src/config/config.ts', 'packages/outbound/src/target.ts'];

/** Read by the kit under names that depend on the service. */
const byService: readonly Row[] = [
  {
    name: 'DATABASE_URL_<SERVICE>',
    byDefault: 'needed',
    says: 'The database of a service that has one; made if it is not there and the user may.',
  },
  {
    name: '<SERVICE>_GRPC',
    byDefault: '',
    says: 'Where another service answers internal calls, `host:port`; all replicas are found by DNS.',
  },
];
/** Defaults that depend on the machine. */
const reckoned: Record<string, string> = { SLOW_SEARCH_POOL: 'processors − 1', MEDIA_PROJECT_BYTES: '' };

interface Row {
  name: string;
  byDefault: string;
  says: string;
}

/** What zod knows of a schema, as far as it matters here. */
interface Definition {
  type: string;
  defaultValue?: unknown;
  in?: Field;
  innerType?: Field;
}
interface Field {
  def: Definition;
}

/** @returns the guide with the tables as they should be */
export async function withTables(text: string): Promise<string> {
  const from = text.indexOf(marks.from);
  const to = text.indexOf(marks.to);
  if (from < 0 || to < from) throw new Error('docs/operations/configuration.md has no place for the tables');
  return text.slice(0, from + marks.from.length) + (await tables()) + text.slice(to);
}

async function tables(): Promise<string> {
  const kit = await rowsOf(common.shape, 'packages/service-kit/src/config/config.ts');
  const own = await Promise.all(
    Object.entries(schemas).map(
      async ([name, { shape }]) => [name, await rowsOf(shape, `apps/${name}/src/config.ts`)] as const,
    ),
  );
  const sections = [['Every service but the gateway', [...kit, ...byService]] as const, ...own];
  return `\n\n${sections.map(([title, rows]) => tableOf(title, rows)).join('\n')}\n`;
}

function tableOf(title: string, rows: readonly Row[]): string {
  const lines = rows.map(({ name, byDefault, says }) => `| \`${name}\` | ${byDefault} | ${says} |\n`);
  return `## ${title}\n\n| variable | default | decides |\n| --- | --- | --- |\n${lines.join('')}`;
}

async function rowsOf(shape: object, path: string): Promise<Row[]> {
  const source = await readFile(new URL(path, repository), 'utf8');
  const kit = await Promise.all(kitSources.map((file) => readFile(new URL(file, repository), 'utf8')));
  const explained = (name: string) => [source, ...kit].map((text) => commentOn(name, text)).find(Boolean) ?? '';
  return Object.entries(shape as Record<string, Field>).map(([name, field]) => ({
    name,
    byDefault: reckoned[name] ?? defaultOf(field),
    says: explained(name).replaceAll('|', '\\|'),
  }));
}

/** The docstring right above a field, of one line or several. */
function commentOn(name: string, source: string): string | undefined {
  const found = new RegExp(`/\\*\\*\\s((?:(?!\\*/)[\\s\\S])*)\\s\\*/\\n\\s*${name}:`).exec(source);
  return found?.[1]?.replace(/(?:^|\n)\s*\*\s/g, ' ').trim();
}

function defaultOf({ def }: Field): string {
  if (def.type === 'default' || def.type === 'prefault') return worded(def.defaultValue);
  if (def.type === 'optional') return '';
  const inner = def.in ?? def.innerType;
  return inner ? defaultOf(inner) : 'needed';
}

function worded(value: unknown): string {
  const text = Array.isArray(value) ? value.join(',') : String(value);
  return text === '' ? '' : `\`${text}\``;
}

if (import.meta.main) await writeFile(guide, await withTables(await readFile(guide, 'utf8')));
