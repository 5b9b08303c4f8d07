import { rmSync } from 'node:fs';

import { sharedByFiles } from '@parley/testkit';

import { startMesh, type TestMesh } from './mesh.ts';

/** Without what would change it for the other files. */
export type SharedMesh = Omit<TestMesh, 'stop' | 'restart' | 'localServers' | 'data'>;

/** Files that are about limits, mails, refused calls to this machine or the defaults have a mesh of their own. */
const settings = {
  // No limit for tests that call more in a second than people in an hour.
  ...{ RATE_LIMIT_FACTOR: '10000', AUTH_LIMIT_FACTOR: '10000', MAIL_DELIVERY: 'off' },
  ...{ OUTBOUND_ALLOW: '127.0.0.1', BOT_CALL_PAUSE: '50ms', SOCKET_DRAIN: '100ms' },
};

/**
 * The mesh of all flow tests of this process that need no settings of their own, do not restart it, and do not count what it does as a whole.
 * Each file has its own users and projects, and closes what it opens. Who needs more has `startMesh`.
 */
export const sharedMesh: () => Promise<SharedMesh> = sharedByFiles(async () =>
  stoppedWithWorker(await startMesh(settings)),
);

/** A worker may be ended from outside; the databases of its mesh go with the server of the run. */
export function stoppedWithWorker(mesh: TestMesh): TestMesh {
  const end = removedAtExit(mesh.dataFolder);
  const stop = async () => {
    await mesh.stop();
    end();
  };
  return { ...mesh, stop };
}

/** Removes a folder when the process ends. @returns ends that */
export function removedAtExit(folder: string): () => void {
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  return () => process.off('exit', remove);
}
