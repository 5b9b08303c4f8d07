// `npm run database`: the database of `npm start` without the mesh, and for each service a file with what it needs to
// run beside it as a process of its own.
import { writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { startEmbeddedPostgres } from '@parley/service-kit/embedded';

import { type Environment, environments } from './environment.ts';
import { serviceNames } from './service.ts';

const dataFolder = resolve(process.env.PARLEY_DATA ?? '.parley');
const onLost = (error: Error) => {
  console.error(error.message);
  process.exit(1);
};
const postgres = await startEmbeddedPostgres({ dataFolder: join(dataFolder, 'postgres'), durable: true, onLost });
const stop = async () => {
  await postgres.stop();
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
process.once('disconnect', stop);

const settings = await environments({}, { dataFolder, names: serviceNames, databaseUrl: postgres.url });
console.log('\n  PostgreSQL is ready. Start what you need, each in a terminal of its own:\n');
for (const name of [...serviceNames, 'gateway']) {
  const file = join(dataFolder, `${name}.env`);
  await writeFile(file, lines(settings.of(name)), { mode: 0o600 });
  console.log(`    npx node --env-file=${relative('', file)} apps/${name}/src/main.ts`);
}
console.log('\n  Set NATS_URL for all of them, or the events of one do not reach the others.\n');

function lines(env: Environment): string {
  return Object.entries(env)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
}
