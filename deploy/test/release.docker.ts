import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { repository } from '../../apps/all-in-one/test/commands.ts';
import { imageNames } from '../k8s/mesh.ts';
import { readVersion } from '../k8s/places.ts';
import { makeRelease } from '../release/make-release.ts';
import { withSource } from '../release/source.ts';

const minute = 60_000;
const services = imageNames;
const platforms = `linux/${arch() === 'arm64' ? 'arm64' : 'amd64'}`;
const version = await readVersion();
let folder: string;
let images: { name: string; digest: string }[];

async function run(program: string, args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 2 ** 28, ...options });
  return stdout.trim();
}

/** The lines of `docker image ls`, as the digest and the id of each image. */
async function localImages(): Promise<[digest: string, id: string, name: string][]> {
  const text = await run('docker', [
    'image',
    'ls',
    '--no-trunc',
    '--digests',
    '--format',
    '{{.Digest}} {{.ID}} {{.Repository}}',
  ]);
  return text.split('\n').map((line) => line.split(' ') as [string, string, string]);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-release-'));
  const checkout = join(folder, 'checkout');
  await run('git', ['clone', '--quiet', repository, checkout]);
  await symlink(join(repository, 'node_modules'), join(checkout, 'node_modules'));
  await writeFile(join(checkout, '.git/info/exclude'), 'node_modules\n');
  const output = join(folder, 'release');
  const options = { checkout, version, platforms, output, registry: 'registry.example.com/parley' };
  await makeRelease({ ...options, images: true, isPushed: false, say: () => undefined });
  images = JSON.parse(await readFile(join(output, 'images.json'), 'utf8'));
}, 20 * minute);
afterAll(async () => {
  const scratch = (await localImages()).filter(([, , name]) => /^127\.0\.0\.1:\d+\/parley\//.test(name));
  await run('docker', ['image', 'rm', '--force', ...new Set(scratch.map(([, id]) => id))]);
  await rm(folder, { recursive: true });
}, minute);

const file = (path: string) => readFile(join(folder, 'release', path), 'utf8');

it('has an image of each service, of which a registry knows the digest', () => {
  expect(images).toEqual(
    services.map((name) => ({
      name: `registry.example.com/parley/${name}`,
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    })),
  );
});

it.each(services)('says what is in the image of %s, and of which commit it is', async (service) => {
  const sbom = JSON.parse(await file(`sbom/${service}.spdx.json`));
  const held = new Map<string, string>(
    sbom.packages.map(({ name, versionInfo }: { name: string; versionInfo: string }) => [name, versionInfo]),
  );
  expect(sbom).toMatchObject({ spdxVersion: 'SPDX-2.3', name: `parley-${service}` });
  expect([...held.keys()]).toEqual(
    expect.arrayContaining([`parley-${service}`, 'node', 'libc6', 'zod', '@parley/contracts']),
  );
  expect([...held.keys()]).not.toContain('jest');
  const { packages: locked } = JSON.parse(await readFile(join(repository, 'package-lock.json'), 'utf8'));
  expect(held.get('zod')).toBe(locked['node_modules/zod'].version);

  const statement = JSON.parse(await file(`provenance/${service}.json`));
  const digest = images.find(({ name }) => name.endsWith(`/${service}`))?.digest;
  expect(`sha256:${statement.subject[0].digest.sha256}`).toBe(digest);
  expect(statement.predicate.buildDefinition.resolvedDependencies[0].digest.gitCommit).toBe(
    await run('git', ['rev-parse', 'HEAD'], { cwd: repository }),
  );
});

it('names the images by their digests in the manifests and in the chart', async () => {
  const unpacked = (archive: string, path: string) => run('tar', ['-xzOf', join(folder, 'release', archive), path]);
  const [overlay, values] = [
    await unpacked(
      `parley-kubernetes-${version}.tar.gz`,
      `parley-kubernetes-${version}/overlays/production/kustomization.yaml`,
    ),
    await unpacked(`parley-${version}.tgz`, 'parley/values.yaml'),
  ];
  for (const { digest } of images) {
    expect(overlay).toContain(`digest: ${digest}`);
    expect(values).toContain(digest);
  }
  expect(overlay).not.toContain('newTag');
});

it(
  'makes of the same sources the same image, with nothing remembered',
  async () => {
    await withSource(join(folder, 'checkout'), version, async ({ folder: cwd, commit, seconds }) => {
      const env = {
        ...{ REGISTRY: '127.0.0.1:1/parley', VERSION: version, REVISION: commit, PLATFORMS: platforms },
        SOURCE_DATE_EPOCH: String(seconds),
      };
      const args = ['buildx', 'bake', '--file', 'deploy/docker-bake.hcl', '--no-cache', '--load', 'webhooks'];
      await run('docker', args, { cwd, env: { ...process.env, ...env } });
    });

    const local = await localImages();
    const digest = images.find(({ name }) => name.endsWith('/webhooks'))?.digest;
    const [again] = local.filter(([, , name]) => name === '127.0.0.1:1/parley/webhooks');
    const [released] = local.filter(([one]) => one === digest);
    expect(again?.[1]).toMatch(/^sha256:/);
    expect(again?.[1]).toBe(released?.[1]);
  },
  10 * minute,
);
