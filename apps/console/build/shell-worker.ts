import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { type Plugin, transformWithOxc } from 'vite';

const source = new URL('../src/worker/shell-worker.ts', import.meta.url);
const mark = '__RELEASE__';

/** Makes `worker.js`. It names the release by all files of the build, so that browsers find another worker with each release. */
export function shellWorker(): Plugin {
  return {
    name: 'parley-shell-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { code } = await transformWithOxc(await readFile(source, 'utf8'), 'shell-worker.ts', {
          sourcemap: false,
        });
        if (!code.includes(mark)) throw new Error('The worker no longer names its release.');
        const release = createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 12);
        this.emitFile({ type: 'asset', fileName: 'worker.js', source: code.replace(mark, release) });
      },
    },
  };
}
