import { join } from 'node:path';

import { createLogger } from '@parley/service-kit/observability';

import { bannerOf } from './banner.ts';
import { type Config, readConfig } from './config.ts';
import { startAllInOne } from './service.ts';
import { TerminalLog } from './terminal-log.ts';

const { env } = process;
const fail = (error: Error): never => {
  console.error(`Parley did not start: ${error.message}`);
  process.exit(1);
};
// Everything that was acknowledged is on disk, and there is no database left to drain into.
const onLost = (error: Error) => {
  console.error(error.message);
  process.exit(1);
};

const config = configOrExit();
const terminalLog = process.stdout.isTTY ? new TerminalLog(join(config.PARLEY_DATA, 'parley.log')) : undefined;
if (terminalLog) console.log('  Starting PostgreSQL and the services …');
const log = terminalLog && ((service: string) => createLogger({ service, level: config.LOG_LEVEL, to: terminalLog }));
const starting = startAllInOne({ env, onLost, log });

let stopping = false;
const stop = async () => {
  if (stopping) return;
  stopping = true;
  if (terminalLog) console.log('\n  Stopping …');
  // A part that will not end in time must not keep the database and its data folder busy for ever.
  setTimeout(() => process.exit(1), 40_000).unref();
  // What is half started cannot be stopped: it is ready within seconds, or has failed.
  const mesh = await starting.catch(fail);
  await mesh.stop();
  await terminalLog?.close();
  console.log(`  Stopped. Data in ${mesh.dataFolder}`);
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
// Started by scripts/run.mjs: when that process is killed, the channel closes.
process.on('disconnect', stop);

const mesh = await starting.catch(fail);
if (!stopping) console.log(bannerOf(mesh, { logFile: terminalLog?.file, env }));

function configOrExit(): Config {
  try {
    return readConfig(env);
  } catch (error) {
    return fail(error as Error);
  }
}
