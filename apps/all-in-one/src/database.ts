// `npm run database`: the database of `npm start` without the mesh, and for each service a file with what it needs to
// run beside it as a process of its own.
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { startEmbeddedPostgres } from '@parley/embedded-postgres';

import { readConfig } from './config.ts';
import { type Environment, environments } from './environment.ts';
import { serviceNames } from './mesh.ts';
import { checkPlace, obstacleOf } from './preflight.ts';

const onLost = (error: Error) => {
  console.error(error.message);
  process.exit(1);
};
const config = readConfig(process.env);
const dataFolder = config.PARLEY_DATA;
// Nothing listens on the gateway's port yet: its start checks whether it is free.
const postgres = await checkPlace({ port: 0, host: config.PARLEY_HOST, dataFolder })
  .then(() => startEmbeddedPostgres({ dataFolder: join(dataFolder, 'postgres'), durable: true, onLost }))
  .catch(async (error: unknown) => onLost((await obstacleOf(error, dataFolder)) as Error));

const stop = async () => {
  await postgres.stop();
  console.log(`  Stopped. Data in ${dataFolder}`);
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
process.once('disconnect', stop);

const settings = await environments({}, { config, dataFolder, names: serviceNames, databaseUrl: postgres.url });
console.log('\n  PostgreSQL is ready. Start what you need, each in its own terminal:\n');
for (const name of [...serviceNames, 'gateway']) {
  const file = join(dataFolder, `${name}.env`);
  await writeFile(file, lines(settings.of(name)), { mode: 0o600 });
  console.log(`    npx node --env-file=${relative('', file)} apps/${name}/src/main.ts`);
}
console.log('\n  Set NATS_URL for all of them; otherwise their events do not reach each other.\n');

function lines(env: Environment): string {
  return Object.entries(env)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
}
