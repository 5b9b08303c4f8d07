import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { imageNames } from '../k8s/mesh.ts';
import { run } from './run.ts';
import { withScratchRegistry } from './scratch-registry.ts';
import type { Source } from './source.ts';

/** An image as a registry holds it. */
export interface ReleasedImage {
  service: string;
  /** Where clusters find it, without a tag. */
  name: string;
  /** `sha256:…`, the same in every registry. */
  digest: string;
  /** What is in it, as SPDX. */
  sbom: string;
}

interface ImageOptions {
  source: Source;
  version: string;
  registry: string;
  platforms: string;
  /** To `registry`; otherwise to one that lives as long as this takes. */
  isPushed: boolean;
}

/** Builds all images in one graph, pushes them, and reads back what the registry has. */
export async function releaseImages(options: ImageOptions): Promise<ReleasedImage[]> {
  if (options.isPushed) return pushImages(options, options.registry);
  return withScratchRegistry((address) => pushImages(options, `${address}/parley`));
}

async function pushImages({ source, version, registry, platforms }: ImageOptions, target: string) {
  const env = {
    REGISTRY: target,
    VERSION: version,
    REVISION: source.commit,
    PLATFORMS: platforms,
    SOURCE_DATE_EPOCH: String(source.seconds),
    // Its time of building would make each image another one; ours are signed beside the image.
    BUILDX_NO_DEFAULT_ATTESTATIONS: '1',
  };
  await run('docker', ['buildx', 'bake', '--file', 'deploy/docker-bake.hcl', '--push'], { cwd: source.folder, env });
  const images: ReleasedImage[] = [];
  for (const service of imageNames) {
    const digest = await digestOf(source.folder, `${target}/${service}:${version}`);
    const sbom = await sbomOf(source.folder, `${target}/${service}@${digest}`);
    images.push({ service, name: `${registry}/${service}`, digest, sbom });
  }
  return images;
}

async function digestOf(cwd: string, reference: string): Promise<string> {
  const { digest } = JSON.parse(
    await run('docker', ['buildx', 'imagetools', 'inspect', reference, '--format', '{{json .Manifest}}'], { cwd }),
  );
  return digest;
}

/** Pulled by its digest, so that it is of this image and no other. */
async function sbomOf(cwd: string, reference: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-sbom-'));
  const container = (await run('docker', ['create', '--pull', 'always', '--quiet', reference], { cwd })).trim();
  try {
    await run('docker', ['cp', `${container}:/parley/sbom.spdx.json`, join(folder, 'sbom.spdx.json')], { cwd });
    return await readFile(join(folder, 'sbom.spdx.json'), 'utf8');
  } finally {
    await run('docker', ['rm', container], { cwd });
    await rm(folder, { recursive: true });
  }
}
