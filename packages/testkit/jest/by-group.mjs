import Sequencer from '@jest/test-sequencer';

import { groupOf } from './group-of.mjs';

/**
 * Jest's order, slowest first, in three parts: flow and stress tests first (where nothing is known of earlier runs, as in CI, Jest goes by the
 * size of files, and a short file that starts a mesh would begin last), then integration tests, those of an app together, which share a
 * service, and then all others.
 */
export default class ByGroup extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const of = (kinds) => sorted.filter(({ path }) => kinds.test(path));
    const integration = Map.groupBy(of(/\.int\.test\.\w+$/), ({ path }) => groupOf(path));
    const others = sorted.filter(({ path }) => !/\.(flow|stress|int)\.test\.\w+$/.test(path));
    return [...of(/\.(flow|stress)\.test\.\w+$/), ...[...integration.values()].flat(), ...others];
  }
}
