import { createRequire, flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
/** Where jest-circus keeps its handlers of events: those of the test file before must not receive the events of this one. */
const eventHandlers = Symbol.for('EVENT_HANDLERS');

// A worker that has run many files takes up to half a second to hand back its memory piece by piece. Jest waits no longer, and
// then reports that tests leak. `exit` ends the process at once.
if (process.send !== undefined) process.once('beforeExit', (code) => process.exit(code));

/**
 * Jest's `runtime` loads test files with Node's own module loader instead of a copy of all modules for each file. Modules are evaluated and
 * compiled once per worker, as in production, which takes two thirds off the suite's processor time. Test files therefore share
 * module-level state, of which Parley has none, and the globals, which a test restores when it replaces one.
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
