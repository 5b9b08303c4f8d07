import type { Writable } from 'node:stream';

import type { Environment } from '@parley/service-kit/config';

/** What a run reads and writes beside the services. */
export interface Surroundings {
  env: Environment;
  out: Writable;
  err: Writable & { isTTY?: boolean };
  /** Aborted: the run stops after its batch. */
  stopping: AbortSignal;
}
