import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

import { chartFiles } from '../helm/chart.ts';
import { renderAll } from '../k8s/render.ts';
import { archiveOf } from './archive.ts';
import { type ReleasedImage, releaseImages } from './images.ts';
import { provenanceOf } from './provenance.ts';
import { run } from './run.ts';
import { canSign, signRelease } from './sign.ts';
import { requireCleanTree, type Source, withSource } from './source.ts';
import { notesOf } from './stamp.ts';

export interface ReleaseOptions {
  /** The folder of the repository. */
  checkout: string;
  version: string;
  /** Before the names of the images, such as `ghcr.io/parley`. */
  registry: string;
  platforms: string;
  /** The folder that the release is written into; what was there goes. */
  output: string;
  /** Without images the manifests name tags. */
  images: boolean;
  /** Publishes the images. Otherwise nothing leaves the machine. */
  isPushed: boolean;
  /** Told what is done. */
  say(line: string): void;
}

/** Makes everything that a release consists of, from the last commit: the same commit makes the same files and images. */
export async function makeRelease(options: ReleaseOptions): Promise<void> {
  const { checkout, version, isPushed, say } = options;
  await requireCleanTree(checkout);
  if (isPushed) await requireTag(checkout, version);
  await withSource(checkout, version, async (source) => {
    const folder = resolve(checkout, options.output);
    await rm(folder, { recursive: true, force: true });
    const images = options.images ? await releaseImages({ ...options, source }) : [];
    for (const { name, digest } of images) say(`${name}@${digest}`);

    for (const [path, content] of await filesOf(options, source, images)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    await run('npm', ['run', '--silent', 'pack:sdk', '--', folder], { cwd: source.folder });
    await writeFile(join(folder, 'SHA256SUMS'), await checksumsOf(folder));

    if (isPushed && canSign(process.env)) await signRelease(folder, images, process.env);
    else say('Not signed: that takes --push, cosign, and COSIGN_PRIVATE_KEY or the identity of a hosted workflow.');
    say(`Written to ${relative(process.cwd(), folder) || '.'}`);
  });
}

/** @throws unless the last commit has the tag of the version */
async function requireTag(checkout: string, version: string): Promise<void> {
  const tags = (await run('git', ['tag', '--points-at', 'HEAD'], { cwd: checkout })).split('\n');
  if (!tags.includes(`v${version}`))
    throw new Error(`The last commit is not v${version}: \`npm run release -- ${version} --tag\` makes it so.`);
}

async function filesOf(options: ReleaseOptions, source: Source, images: readonly ReleasedImage[]) {
  const { version, platforms, registry } = options;
  const release = {
    version,
    registry,
    digests: Object.fromEntries(images.map(({ service, digest }) => [service, digest])),
  };
  const { seconds } = source;
  const manifests = await renderAll(version, release);
  const chart = await chartFiles(release);
  const changelog = await readFile(join(source.folder, 'CHANGELOG.md'), 'utf8');
  const files: [string, string | Buffer][] = [
    ['notes.md', notesOf(changelog, version)],
    [`parley-kubernetes-${version}.tar.gz`, archiveOf(within(`parley-kubernetes-${version}`, manifests), seconds)],
    // As `helm package` names it.
    [`parley-${version}.tgz`, archiveOf(within('parley', chart), seconds)],
    ['images.json', jsonOf(images.map(({ name, digest }) => ({ name, digest })))],
  ];
  for (const image of images) {
    const statement = provenanceOf({ image, source, version, platforms, env: process.env });
    files.push(
      [`sbom/${image.service}.spdx.json`, image.sbom],
      [`provenance/${image.service}.json`, jsonOf(statement)],
      [`provenance/${image.service}.predicate.json`, jsonOf(statement.predicate)],
    );
  }
  return files;
}

function within(folder: string, files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...files].map(([path, text]) => [`${folder}/${path}`, text]));
}

/** As `sha256sum --check` reads it. */
async function checksumsOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const lines = paths.toSorted().map(async (path) => {
    const hash = createHash('sha256').update(await readFile(join(folder, path)));
    return `${hash.digest('hex')}  ${path}\n`;
  });
  return (await Promise.all(lines)).join('');
}

function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
