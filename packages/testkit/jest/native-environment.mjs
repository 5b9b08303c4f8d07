import { timeoutOf } from '../src/timeout-of.ts';

/** Jest's `testEnvironment` for `native-runtime.mjs`: the process as it is, rather than a virtual machine with globals of its own. */
class NativeEnvironment {
  global = globalThis;
  fakeTimers = null;
  fakeTimersModern = null;
  moduleMocker = null;
  /** What jest-runner replaces for each test file. */
  #replaced = { exit: process.exit, console: globalThis.console };

  async setup() {}

  async teardown() {
    process.exit = this.#replaced.exit;
    globalThis.console = this.#replaced.console;
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Time-outs that tests name are scaled here. */
  handleTestEvent({ name, test, hook }, state) {
    if (name === 'test_start') test.timeout = scaled(test, state);
    if (name === 'hook_start') hook.timeout = scaled(hook, state);
  }
}

const written = new WeakMap();

/** A hook that runs often is asked often. */
function scaled(testOrHook, { testTimeout }) {
  if (!written.has(testOrHook)) written.set(testOrHook, testOrHook.timeout ?? testTimeout);
  return timeoutOf(written.get(testOrHook));
}

export { NativeEnvironment as default };
