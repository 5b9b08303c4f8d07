import { basename } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/**
 * In which order two workers take the files that begin meshes of processes, and those that begin containers. One that waits runs beside one
 * that works; what must not be refused a call, or must end within a time, comes when the other has begun its processes.
 */
const order = [
  // Waits for alerts.
  'walk.mesh.ts',
  // Waits for callers to notice that a replica goes.
  'replicas.mesh.ts',
  'attacks.mesh.ts',
  'chaos.mesh.ts',
  'previous-release.mesh.ts',
  'release.docker.ts',
  'one-host.docker.ts',
  // At its end, containers are to stop within two seconds.
  'compose.docker.ts',
  'test-servers.docker.ts',
];

/** The order above; a file that has no place in it begins first. */
export default class FileOrder extends Sequencer {
  sort(tests) {
    const placeOf = ({ path }) => order.indexOf(basename(path));
    return super.sort(tests).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
