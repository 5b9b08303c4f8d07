import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const header = 'parley-seeding';

/** By which the gateway knows the calls that seed the demo from this process. No one else learns it, and it ends with the seeding. */
export class SeedingPass {
  #secret: string | undefined = randomBytes(32).toString('base64url');

  get headers(): Record<string, string> {
    return this.#secret === undefined ? {} : { [header]: this.#secret };
  }

  readonly isIn = (headers: IncomingHttpHeaders): boolean =>
    this.#secret !== undefined && headers[header] === this.#secret;

  end(): void {
    this.#secret = undefined;
  }
}
