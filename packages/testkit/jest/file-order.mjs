import { basename } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** In which order two workers take the files of containers: the longest first, and compose, whose containers are to stop within two seconds, when the others are over. */
const order = ['release.docker.ts', 'one-host.docker.ts', 'test-servers.docker.ts', 'compose.docker.ts'];

/** The order above; a file that has no place in it begins first. */
export default class FileOrder extends Sequencer {
  sort(tests) {
    const placeOf = ({ path }) => order.indexOf(basename(path));
    return super.sort(tests).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
