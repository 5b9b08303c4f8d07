// Writes what each minor version of Kubernetes says of the kinds that we use:
//   node deploy/k8s/minors.ts "$(go mod download -json k8s.io/kubernetes@v1.37.2 | jq --raw-output .Dir)" …
// A folder for each minor, the oldest first. It is read by the tests; run it for a new minor.
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { documentsIn } from './build.ts';
import { readPlaces, readVariants, readVersion } from './places.ts';

/** A schema of OpenAPI 2, without what only people read. */
export interface Schema {
  type?: string;
  format?: string;
  /** Name of a definition. */
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema;
}

export interface Minors {
  /** The releases they are of, like `1.37.2`, the oldest first. */
  releases: string[];
  /** `apps/v1 Deployment` → name of its definition. */
  kinds: Record<string, string>;
  /** For each the minors in which it changed; null: it is gone. */
  definitions: Record<string, Record<string, Schema | null>>;
}

interface Published extends Schema {
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[];
}

export const minorsFile = new URL('generated/minors.json', import.meta.url);

/** Of a release: `1.37.2` is one of `1.37`. */
export const minorOf = (release: string) => release.split('.').slice(0, 2).join('.');

async function main(folders: readonly string[]): Promise<void> {
  const version = await readVersion();
  const places = [...(await readPlaces(version)), ...(await readVariants(version)), undefined];
  const used = new Set(
    places
      .flatMap((place) => (place ? documentsIn(place) : [pod]))
      .map(({ apiVersion, kind }) => `${apiVersion} ${kind}`),
  );
  const found: Minors = { releases: [], kinds: {}, definitions: {} };
  for (const folder of folders) {
    const release = basename(folder).replace(/^.*@v/, '');
    found.releases.push(release);
    await add(found, minorOf(release), join(folder, 'api/openapi-spec/swagger.json'), used);
  }
  await writeFile(minorsFile, `${JSON.stringify(found, null, 1)}\n`);
}

const pod = { apiVersion: 'v1', kind: 'Pod' };

async function add({ kinds, definitions }: Minors, minor: string, file: string, used: ReadonlySet<string>) {
  const { definitions: published } = JSON.parse(await readFile(file, 'utf8')) as {
    definitions: Record<string, Published>;
  };
  const open: string[] = [];
  for (const [name, { 'x-kubernetes-group-version-kind': meant = [] }] of Object.entries(published)) {
    for (const { group, version, kind } of meant) {
      const key = `${group ? `${group}/` : ''}${version} ${kind}`;
      if (!used.has(key)) continue;
      kinds[key] = name;
      open.push(name);
    }
  }
  const reached = new Map<string, Schema>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name)) continue;
    const schema = published[name];
    if (!schema) throw new Error(`${file} has no ${name}`);
    reached.set(name, bare(schema, open));
  }
  for (const name of new Set([...Object.keys(definitions), ...reached.keys()])) {
    const of = definitions[name] ?? {};
    definitions[name] = of;
    const schema = reached.get(name) ?? null;
    const before = Object.values(of).at(-1) ?? null;
    if (JSON.stringify(schema) !== JSON.stringify(before)) of[minor] = schema;
  }
}

/** @param refers gets the names of the definitions that it refers to */
function bare(schema: Schema, refers: string[]): Schema {
  const { type, format, $ref, properties, required, items, additionalProperties } = schema;
  const name = $ref?.replace('#/definitions/', '');
  if (name) refers.push(name);
  const inner = Object.entries(properties ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    ...(type && { type }),
    ...(format && { format }),
    ...(name && { $ref: name }),
    ...(properties && { properties: Object.fromEntries(inner.map(([key, value]) => [key, bare(value, refers)])) }),
    ...(required && { required: required.toSorted() }),
    ...(items && { items: bare(items, refers) }),
    ...(additionalProperties && { additionalProperties: bare(additionalProperties, refers) }),
  };
}

if (import.meta.main) await main(process.argv.slice(2));
