import { notProven } from '../src/not-proven.ts';

/** Says, last of all, what a run has not proven because something was missing. */
export default class NotProven {
  onRunComplete(_contexts, { testResults }) {
    const text = notProven(testResults);
    // Jest prints its own summary after all reporters.
    if (text !== '') process.once('exit', () => process.stderr.write(text));
  }
}
