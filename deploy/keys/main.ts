// Makes, checks and rotates the keys of an installation (docs/operations/keys.md):
//   npm run keys -- new FILE | check FILE | rotate FILE NAME add|use|drop
import { readFile, rename, writeFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

import {
  faultsOf,
  fingerprintsOf,
  type KeyName,
  type Keys,
  keyNames,
  newKeys,
  rotate,
  type Step,
  steps,
} from './keys.ts';

const [command, file, name, step] = process.argv.slice(2);

async function main(): Promise<void> {
  if (command === 'new' && file) {
    const keys = newKeys();
    // Never over one that is there: what it has sealed could not be opened any more.
    await writeFile(file, textOf(keys), { mode: 0o600, flag: 'wx' });
    say(keys);
  } else if (command === 'check' && file) say(await readKeys(file));
  else if (command === 'rotate' && file && isKeyName(name) && isStep(step)) {
    const keys = rotate(await readKeys(file), name, step);
    // Aside and renamed: a kill in between leaves the old file or the new one.
    await writeFile(`${file}.new`, textOf(keys), { mode: 0o600 });
    await rename(`${file}.new`, file);
    say(keys);
  } else {
    console.error(
      `usage: npm run keys -- new FILE | check FILE | rotate FILE ${keyNames.join('|')} ${steps.join('|')}`,
    );
    process.exitCode = 2;
  }
}

/** @throws when a service would not take them */
async function readKeys(path: string): Promise<Keys> {
  const keys = parseEnv(await readFile(path, 'utf8'));
  const faults = faultsOf(keys);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return keys as Keys;
}

/** One line each, as `kubectl create secret --from-env-file`, Docker's `env_file` and systemd read it. */
function textOf(keys: Keys): string {
  return keyNames.map((key) => `${key}=${keys[key]}\n`).join('');
}

function say(keys: Keys): void {
  for (const line of fingerprintsOf(keys)) console.log(line);
}

function isKeyName(word: string | undefined): word is KeyName {
  return (keyNames as readonly (string | undefined)[]).includes(word);
}

function isStep(word: string | undefined): word is Step {
  return (steps as readonly (string | undefined)[]).includes(word);
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
