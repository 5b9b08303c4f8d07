import { printBanner } from './banner.ts';
import { startAllInOne } from './service.ts';

// Everything that was acknowledged is on disk, and there is no database left to drain into.
const onLost = (error: Error) => {
  console.error(error.message);
  process.exit(1);
};
const mesh = await startAllInOne({ env: process.env, onLost }).catch((error: Error) => {
  console.error(`Parley did not start: ${error.message}`);
  process.exit(1);
});
printBanner(mesh);

let stopping = false;
const stop = async () => {
  if (stopping) return;
  stopping = true;
  // A part that will not end in time must not keep the database and its data folder busy for ever.
  setTimeout(() => process.exit(1), 40_000).unref();
  await mesh.stop();
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
// Started by scripts/run.mjs: when that process is killed, the channel closes.
process.on('disconnect', stop);
