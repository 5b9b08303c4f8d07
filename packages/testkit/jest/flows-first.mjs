import Sequencer from '@jest/test-sequencer';

/**
 * Jest's order, slowest first, with flow and stress tests before all others: where nothing is known of earlier runs, as in CI, Jest goes by
 * the size of files, and a short file that starts a mesh would begin last.
 */
export default class FlowsFirst extends Sequencer {
  sort(tests) {
    const isLong = ({ path }) => /\.(flow|stress)\.test\.ts$/.test(path);
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
