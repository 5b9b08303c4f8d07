import Sequencer from '@jest/test-sequencer';

/**
 * Jest's order, slowest first, with the flow tests before all others: where nothing is known of earlier runs, as in CI, Jest goes by the
 * size of files, and a short file that starts a mesh would begin last.
 */
export default class FlowsFirst extends Sequencer {
  sort(tests) {
    const isFlow = ({ path }) => path.endsWith('.flow.test.ts');
    const sorted = super.sort(tests);
    return [...sorted.filter(isFlow), ...sorted.filter((test) => !isFlow(test))];
  }
}
