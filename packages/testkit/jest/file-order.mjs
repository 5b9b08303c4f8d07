import { basename } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/**
 * In which order two workers take the files that begin meshes of processes: one that waits runs beside one that works, and one that must not
 * be refused a call goes on when the other has begun its processes.
 */
const order = [
  // Waits for alerts.
  'walk.mesh.ts',
  // Waits for callers to notice that a replica goes.
  'replicas.mesh.ts',
  'attacks.mesh.ts',
  'chaos.mesh.ts',
  'previous-release.mesh.ts',
];

/** The order above; a file that has no place in it begins first. */
export default class FileOrder extends Sequencer {
  sort(tests) {
    const placeOf = ({ path }) => order.indexOf(basename(path));
    return super.sort(tests).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
