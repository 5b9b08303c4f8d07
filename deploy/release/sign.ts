import { join } from 'node:path';
import { findProgram } from '@parley/testkit';

import type { ReleasedImage } from './images.ts';
import { run } from './run.ts';

/** With a key (`COSIGN_PRIVATE_KEY`), or by the identity that a hosted workflow has. */
export function canSign(env: NodeJS.ProcessEnv): boolean {
  return findProgram('cosign') !== undefined && Boolean(env.COSIGN_PRIVATE_KEY ?? env.ACTIONS_ID_TOKEN_REQUEST_URL);
}

/**
 * Signs images where they were pushed, what is known of them, and the checksums of all files.
 * @param folder that of the release, as `makeRelease` has written it
 */
export async function signRelease(folder: string, images: readonly ReleasedImage[], env: NodeJS.ProcessEnv) {
  const key = env.COSIGN_PRIVATE_KEY ? ['--key', 'env://COSIGN_PRIVATE_KEY'] : [];
  const cosign = (command: string, ...args: string[]) =>
    run('cosign', [command, '--yes', ...key, ...args], { cwd: folder });
  for (const { service, name, digest } of images) {
    const reference = `${name}@${digest}`;
    await cosign('sign', reference);
    await cosign('attest', '--type', 'spdxjson', '--predicate', join(folder, `sbom/${service}.spdx.json`), reference);
    const predicate = join(folder, `provenance/${service}.predicate.json`);
    await cosign('attest', '--type', 'slsaprovenance1', '--predicate', predicate, reference);
  }
  const checksums = join(folder, 'SHA256SUMS');
  await cosign('sign-blob', '--bundle', `${checksums}.bundle`, checksums);
}
