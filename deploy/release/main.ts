// Makes a release:  npm run release -- VERSION   (docs/operations/releasing.md)
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { makeRelease } from './make-release.ts';
import { tagRelease } from './tag-release.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    tag: { type: 'boolean', default: false },
    push: { type: 'boolean', default: false },
    registry: { type: 'string', default: 'parley' },
    platforms: { type: 'string', default: 'linux/amd64,linux/arm64' },
    output: { type: 'string' },
    'no-images': { type: 'boolean', default: false },
  },
});
const [version = ''] = positionals;
const checkout = fileURLToPath(new URL('../..', import.meta.url));

/** Semantic Versioning, without build metadata: it may stand in no tag of an image. */
if (!/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$/.test(version)) {
  console.error(
    'usage: npm run release -- VERSION [--tag | --push] [--registry NAME] [--platforms LIST] [--output FOLDER] [--no-images]',
  );
  process.exit(2);
}

try {
  if (values.tag) await tagRelease(checkout, version);
  else
    await makeRelease({
      checkout,
      version,
      registry: values.registry,
      platforms: values.platforms,
      output: values.output ?? `release/${version}`,
      images: !values['no-images'],
      isPushed: values.push,
      say: console.log,
    });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
