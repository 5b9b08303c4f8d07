// Restores, rehearses, and repeats erasures:  npm run restore -- …   (docs/operations/back-up.md)
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { dataFolder } from './back-up.ts';
import { askIn, localStack, restoreStack } from './compose.ts';
import { drill, drillDatabases } from './drill.ts';
import { askAt, operationsAddress, repeatErasures } from './repairs.ts';
import { restore } from './restore.ts';

const usage = `usage: npm run restore -- FOLDER [--compose]
       npm run restore -- drill [FOLDER]
       npm run restore -- erasures --since TIME [--at URL | --compose]`;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { compose: { type: 'boolean', default: false }, since: { type: 'string' }, at: { type: 'string' } },
});
const [word, folder] = positionals;
const place = dataFolder();

async function main(): Promise<void> {
  if (word === 'drill') return rehearse();
  if (word === 'erasures' && values.since && !Number.isNaN(Date.parse(values.since))) {
    const ask = values.compose
      ? askIn(localStack, 'contacts')
      : askAt(values.at ?? (await operationsAddress(place, 'contacts')));
    return repeatErasures(ask, new Date(values.since), console.log);
  }
  if (!word || word === 'erasures' || folder) {
    console.error(usage);
    process.exit(2);
  }
  if (values.compose) {
    const at = await restoreStack(localStack, resolve(word));
    console.log(`Everything is as it was on ${at.toISOString()}, and runs.`);
    console.log('What was erased and deleted since then is back: erase it again, at once.');
    return sayErasures(`${at.toISOString()} --compose`);
  }
  const { manifest, replaced, erasures } = await restore(resolve(word), place);
  console.log(`${place} is as it was on ${manifest.at}.`);
  if (replaced) console.log(`What was there is in ${replaced}: remove it when you need it no more.`);
  if (erasures > 0) {
    console.log(
      `${erasures} people, projects and accounts were erased or deleted since then, and are back: start Parley, and at once`,
    );
  }
  if (erasures > 0) sayErasures(manifest.at);
}

/** Of a back-up of this machine, or of databases that were restored elsewhere, which `DATABASE_URL_<SERVICE>` name. */
async function rehearse(): Promise<void> {
  const { env } = process;
  const urlOf = (service: string) => {
    const variable = `DATABASE_URL_${service.toUpperCase()}`;
    const url = env[variable];
    if (!url) throw new Error(`${variable} is missing: name a folder, or the databases that were restored.`);
    return url;
  };
  const proof = folder ? await drill(resolve(folder)) : await drillDatabases(urlOf);
  for (const line of proof) console.log(`  ${line}`);
  console.log('The back-up can be restored.');
}

function sayErasures(since: string): void {
  console.log(`  npm run restore -- erasures --since ${since}`);
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
