// Writes the chart:  node deploy/helm/render.ts
// Of the same tables as the manifests beside it, and committed as they are; tests compare the two, and say when it is stale.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readVersion } from '../k8s/places.ts';
import { chartFiles } from './chart.ts';

const folder = fileURLToPath(new URL('parley', import.meta.url));

await rm(folder, { recursive: true, force: true });
for (const [path, text] of await chartFiles({ version: await readVersion(), registry: 'parley', digests: {} })) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}
