// Backs up an installation on one machine while it runs:  npm run backup -- FOLDER [--compose]   (docs/operations/back-up.md)
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { backUp, dataFolder } from './back-up.ts';
import { backUpStack, localStack } from './compose.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { compose: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (!folder || positionals.length > 1) {
  console.error('usage: npm run backup -- FOLDER [--compose]');
  process.exit(2);
}

try {
  const into = resolve(folder);
  if (values.compose) {
    await backUpStack(localStack, into);
    console.log(`Databases and files are in ${into}.`);
  } else {
    const { at, files, bytes } = await backUp(dataFolder(), into);
    console.log(`${files} files, ${Math.ceil(bytes / 1e6)} MB, of ${at}, are in ${into}.`);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
