import { createRequire, flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';

import { stopShared } from '../src/shared.ts';
import { groupOf } from './group-of.mjs';

const require = createRequire(import.meta.url);
/** Where jest-circus keeps its handlers of events: those of the test file before must not receive the events of this one. */
const eventHandlers = Symbol.for('EVENT_HANDLERS');
/** Of the file before. */
let group;

if (process.send !== undefined) {
  // Jest asks a worker to end by removing its own listener. It reports that tests leak if something still keeps the process after
  // `workerGracefulExitTimeout`.
  process.on('removeListener', (event) => {
    if (event === 'message') void stopShared();
  });
  // A worker that has run many files takes up to half a second to hand back its memory piece by piece. `exit` ends the process at once.
  process.once('beforeExit', (code) => process.exit(code));
  // Jest restarts a worker that takes too much memory by this signal, at which Node would emit no `exit`. During a test file, `process.exit` is
  // one of Jest's that reports the call as a fault of the test.
  process.once('SIGTERM', process.exit.bind(process, 0));
}

/**
 * Jest's `runtime` loads test files with Node's own module loader instead of a copy of all modules for each file. Modules are evaluated and
 * compiled once per worker, as in production, which takes two thirds off the suite's processor time. Test files therefore share
 * module-level state, of which Parley has none, and the globals, which a test restores when it replaces one. What files of a group share
 * (`shared.ts`) is stopped before a file of another group begins.
 *
 * Has what jest-runner and jest-circus ask of a runtime. There are no mocks of modules, no transforms and no coverage.
 */
class NativeRuntime {
  /** A fresh copy of jest-circus, whose state is that of one test file. */
  requireInternalModule(path) {
    delete globalThis[eventHandlers];
    delete require.cache[path];
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    if (groupOf(path) !== group) await stopShared();
    group = groupOf(path);
    await import(pathToFileURL(path).href);
    // For processes that tests start meanwhile; Node writes it at the end only.
    flushCompileCache();
  }

  requireModule(path) {
    return require(path);
  }

  getSourceMaps() {
    return null;
  }

  getAllCoverageInfoCopy() {}

  setGlobalsForRuntime() {}

  enterTestCode() {}

  leaveTestCode() {}

  teardown() {}
}

// Jest requires this file and takes the class itself.
export { NativeRuntime as 'module.exports' };
