const everyMs = 15_000;

/** Says how far a run is where jest has no terminal for its own status line: in logs, and through pipes. */
export default class Progress {
  #begunAt = performance.now();
  #saidAt = performance.now();

  onTestResult(_test, _result, { numTotalTestSuites, numPassedTestSuites, numFailedTestSuites, numPendingTestSuites }) {
    const now = performance.now();
    if (process.stderr.isTTY || now - this.#saidAt < everyMs) return;
    this.#saidAt = now;
    const done = numPassedTestSuites + numFailedTestSuites + numPendingTestSuites;
    const seconds = Math.round((now - this.#begunAt) / 1_000);
    process.stderr.write(
      `-- ${done} of ${numTotalTestSuites} files after ${seconds} s, ${numFailedTestSuites} failed\n`,
    );
  }
}
