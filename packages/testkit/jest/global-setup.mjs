import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { offerContainers, programsInContainers } from '../src/container.ts';
import { offerTestPostgres } from '../src/embedded-postgres.ts';
import { findProgram } from '../src/server-process.ts';
import { logFolderVariable } from '../src/test-log.ts';

const setup = async () => {
  const logs = mkdtempSync(join(tmpdir(), 'parley-test-logs-'));
  process.env[logFolderVariable] = logs;
  process.once('exit', () => rmSync(logs, { recursive: true, force: true }));
  await offerContainers(programsInContainers.filter((program) => findProgram(program) === undefined));
  globalThis.stopTestPostgres = await offerTestPostgres();
};

export default setup;
