import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

import { imageNames } from '../k8s/mesh.ts';
import { archiveOf } from './archive.ts';
import { makeRelease } from './make-release.ts';
import { provenanceOf } from './provenance.ts';
import { canSign, signRelease } from './sign.ts';
import { notesOf, releasedChangelog, stamped, stampedLock } from './stamp.ts';
import { tagRelease } from './tag-release.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const minute = 60_000;
let folder: string;
let checkout: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-release-test-'));
  checkout = join(folder, 'checkout');
  execFileSync('git', ['clone', '--quiet', '--no-tags', repository, checkout]);
  await symlink(join(repository, 'node_modules'), join(checkout, 'node_modules'));
  await writeFile(join(checkout, '.git/info/exclude'), 'node_modules\n');
  for (const [name, value] of [
    ['user.name', 'Ada'],
    ['user.email', 'ada@example.com'],
  ] as const)
    git('config', name, value);
});
afterAll(() => rm(folder, { recursive: true }));

const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).trim();
const said: string[] = [];
const options = () => ({
  checkout,
  version: '0.9.0',
  registry: 'registry.example.com/parley',
  platforms: 'linux/amd64',
  output: join(folder, 'release'),
  images: false,
  isPushed: false,
  say: (line: string) => void said.push(line),
});

describe('a release', () => {
  it(
    'holds the chart, the manifests, the SDK and the notes of its version, each with its checksum, and leaves the checkout as it was',
    async () => {
      await makeRelease(options());

      const files = await readdir(join(folder, 'release'));
      expect(files.sort()).toEqual([
        'SHA256SUMS',
        'images.json',
        'notes.md',
        'parley-0.9.0.tgz',
        'parley-kubernetes-0.9.0.tar.gz',
        'parley-sdk-0.9.0.tgz',
      ]);
      const sums = (await readFile(join(folder, 'release/SHA256SUMS'), 'utf8')).trim().split('\n');
      expect(sums).toHaveLength(files.length - 1);
      for (const line of sums) {
        const [hash, path = ''] = line.split('  ');
        expect(
          createHash('sha256')
            .update(await readFile(join(folder, 'release', path)))
            .digest('hex'),
        ).toBe(hash);
      }
      expect(parse(unpacked('parley-0.9.0.tgz', 'parley/Chart.yaml'))).toMatchObject({
        version: '0.9.0',
        appVersion: '0.9.0',
      });
      const overlay = unpacked(
        'parley-kubernetes-0.9.0.tar.gz',
        'parley-kubernetes-0.9.0/overlays/production/kustomization.yaml',
      );
      expect(parse(overlay).images).toContainEqual({
        name: 'parley/gateway',
        newName: 'registry.example.com/parley/gateway',
        newTag: '0.9.0',
      });
      expect(JSON.parse(unpacked('parley-sdk-0.9.0.tgz', 'package/package.json'))).toMatchObject({ version: '0.9.0' });
      expect(git('status', '--porcelain')).toBe('');
    },
    2 * minute,
  );

  it('is made of a commit alone', async () => {
    await writeFile(join(checkout, 'stray.txt'), 'not committed');
    await expect(makeRelease(options())).rejects.toThrow(/commit or remove first:\n.*stray\.txt/);
    await rm(join(checkout, 'stray.txt'));
  });

  it('is published only from the commit that has its tag', async () => {
    await expect(makeRelease({ ...options(), isPushed: true })).rejects.toThrow(/is not v0\.9\.0/);
  });

  function unpacked(archive: string, path: string): string {
    return execFileSync('tar', ['-xzOf', join(folder, 'release', archive), path], { encoding: 'utf8' });
  }
});

it('makes a commit a release: its version everywhere, its notes in the changelog, its tag', async () => {
  await tagRelease(checkout, '0.9.0');

  const text = (path: string) => readFile(join(checkout, path), 'utf8');
  expect(git('describe', '--exact-match')).toBe('v0.9.0');
  expect(git('status', '--porcelain')).toBe('');
  for (const path of ['package.json', 'apps/gateway/package.json', 'packages/sdk/package.json'])
    expect(JSON.parse(await text(path)).version).toBe('0.9.0');
  expect(JSON.parse(await text('package-lock.json')).packages['apps/gateway'].version).toBe('0.9.0');
  expect(await text('CHANGELOG.md')).toMatch(/^## Unreleased\n\n## 0\.9\.0 - \d{4}-\d\d-\d\d$/m);
  expect(parse(await text('deploy/helm/parley/Chart.yaml')).version).toBe('0.9.0');
  expect(await text('deploy/k8s/overlays/production/kustomization.yaml')).toContain('newTag: 0.9.0');
});

it('stamps our packages and what refers to them, and nothing else', () => {
  const manifest = {
    name: '@parley/gateway',
    version: '0.1.0',
    dependencies: { '@parley/contracts': '^0.1.0', zod: '^4.0.0' },
  };
  const after = {
    name: '@parley/gateway',
    version: '0.2.0',
    dependencies: { '@parley/contracts': '^0.2.0', zod: '^4.0.0' },
  };
  expect(stamped(manifest, '0.2.0')).toEqual(after);
  expect(stamped({ name: 'no-version' }, '0.2.0')).toEqual({ name: 'no-version' });
  const zod = { version: '4.0.0' };
  expect(
    stampedLock({ version: '0.1.0', packages: { 'apps/gateway': manifest, 'node_modules/zod': zod } }, '0.2.0'),
  ).toEqual({ version: '0.2.0', packages: { 'apps/gateway': after, 'node_modules/zod': zod } });
});

describe('the changelog', () => {
  const before = '# Changelog\n\n## Unreleased\n\n- One.\n\n## 0.1.0 - 2026-01-01\n\n- Old.\n';
  const after = releasedChangelog(before, '0.2.0', '2026-02-03');

  it('gets a section of the release once', () => {
    expect(after).toContain('## Unreleased\n\n## 0.2.0 - 2026-02-03\n\n- One.\n');
    expect(releasedChangelog(after, '0.2.0', '2026-02-04')).toBe(after);
  });

  it('gives a release its notes, before and after', () => {
    expect([before, after].map((text) => notesOf(text, '0.2.0'))).toEqual(['- One.\n', '- One.\n']);
    expect(notesOf(after, '0.1.0')).toBe('- Old.\n');
    expect(() => notesOf(after, '0.3.0')).toThrow('says nothing about 0.3.0');
  });
});

it('archives files so that tar reads them, and the same files as the same bytes', async () => {
  const long = `${'folder/'.repeat(20)}file.txt`;
  const files = [
    ['b.txt', 'é'.repeat(600)],
    ['a.txt', ''],
    [long, 'deep'],
  ] as const;
  const bytes = archiveOf(new Map(files), 1_700_000_000);
  const file = join(folder, 'test.tar.gz');
  await writeFile(file, bytes);

  const tar = (...args: string[]) =>
    execFileSync('tar', args, { encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } });
  expect(tar('-tzf', file).trim().split('\n')).toEqual(['a.txt', 'b.txt', long]);
  for (const [path, text] of files) expect(tar('-xzOf', file, path)).toBe(text);
  expect(tar('-tvzf', file)).toMatch(/^-rw-r--r-- root\/root +0 2023-11-14 22:13 a\.txt$/m);
  expect(archiveOf(new Map(files.toReversed()), 1_700_000_000)).toEqual(bytes);
  expect(() => archiveOf(new Map([['x'.repeat(300), '']]), 0)).toThrow('too long');
});

const image = {
  service: 'gateway',
  name: 'registry.example.com/parley/gateway',
  digest: `sha256:${'a'.repeat(64)}`,
  sbom: '{}',
};

it('says of an image from which commit and by whom it was made', () => {
  const source = { folder: '', commit: 'c'.repeat(40), seconds: 0 };
  const env = {
    GITHUB_SERVER_URL: 'https://git.example.com',
    GITHUB_REPOSITORY: 'parley/parley',
    GITHUB_WORKFLOW_REF: 'parley/parley/.github/workflows/release.yml@refs/tags/v0.9.0',
  };
  const statement = provenanceOf({ image, source, version: '0.9.0', platforms: 'linux/amd64,linux/arm64', env });
  expect(statement).toMatchObject({
    subject: [{ name: image.name, digest: { sha256: 'a'.repeat(64) } }],
    predicate: {
      buildDefinition: {
        externalParameters: { target: 'gateway', platforms: ['linux/amd64', 'linux/arm64'] },
        resolvedDependencies: [
          { uri: 'git+https://git.example.com/parley/parley@refs/tags/v0.9.0', digest: { gitCommit: source.commit } },
        ],
      },
      runDetails: { builder: { id: `https://git.example.com/${env.GITHUB_WORKFLOW_REF}` } },
    },
  });
});

it('has cosign sign each image by its digest, what is known of it, and the checksums', async () => {
  const bin = join(folder, 'bin');
  const log = join(folder, 'cosign.log');
  await mkdir(bin);
  await writeFile(join(bin, 'cosign'), `#!/bin/sh\necho "$@" >> ${log}\n`);
  await chmod(join(bin, 'cosign'), 0o755);
  const { PATH: before } = process.env;
  process.env.PATH = `${bin}:${before}`;
  try {
    expect([canSign({}), canSign({ COSIGN_PRIVATE_KEY: 'x' }), canSign({ ACTIONS_ID_TOKEN_REQUEST_URL: 'x' })]).toEqual(
      [false, true, true],
    );
    await signRelease(folder, [image], { COSIGN_PRIVATE_KEY: 'x' });
  } finally {
    process.env.PATH = before;
  }
  const reference = `${image.name}@${image.digest}`;
  const key = '--yes --key env://COSIGN_PRIVATE_KEY';
  expect((await readFile(log, 'utf8')).trim().split('\n')).toEqual([
    `sign ${key} ${reference}`,
    `attest ${key} --type spdxjson --predicate ${folder}/sbom/gateway.spdx.json ${reference}`,
    `attest ${key} --type slsaprovenance1 --predicate ${folder}/provenance/gateway.predicate.json ${reference}`,
    `sign-blob ${key} --bundle ${folder}/SHA256SUMS.bundle ${folder}/SHA256SUMS`,
  ]);
});

it('builds an image of each service', async () => {
  const bake = await readFile(join(repository, 'deploy/docker-bake.hcl'), 'utf8');
  const [, apps = ''] = /app = \[(.*)\]/.exec(bake) ?? [];
  expect(JSON.parse(`[${apps}]`).toSorted()).toEqual(imageNames.toSorted());
});
