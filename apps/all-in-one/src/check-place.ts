// Checks port and folder before `npm start` builds the pages of browsers, which takes a minute: `scripts/build-pages.mjs --before-start`.
import { readConfig } from './config.ts';
import { checkPlace } from './preflight.ts';

try {
  const { PORT: port, PARLEY_HOST: host, PARLEY_DATA: dataFolder } = readConfig(process.env);
  await checkPlace({ port, host, dataFolder });
} catch (error) {
  process.stderr.write(`Parley did not start: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
