import type { IncomingMessage } from 'node:http';

import { isSpecialAddress } from '@parley/outbound';
import type { Logger } from '@parley/service-kit/observability';
import type { AddressList } from '@parley/service-kit/security';

import { peerOf } from './client-address.ts';

const advice =
  'X-Forwarded-For comes from a peer that is not in TRUSTED_PROXIES: all callers behind it share one address';

/**
 * Detects a proxy that is missing from `TRUSTED_PROXIES`: every limit by address then counts all of its callers as one. Any caller can
 * send the header, so it is reported once and never affects readiness.
 */
export class UnknownProxies {
  readonly #trusted: AddressList;
  readonly #log: Logger;
  #isLogged = false;
  #hint: string | undefined;

  constructor(trusted: AddressList, log: Logger) {
    this.#trusted = trusted;
    this.#log = log;
  }

  /** For the health report; only peers of a private network are in it, since a caller from outside cannot be one. */
  get hint(): string | undefined {
    return this.#hint;
  }

  notice(req: IncomingMessage): void {
    if (this.#hint !== undefined || req.headers['x-forwarded-for'] === undefined) return;
    const peer = peerOf(req);
    const isInside = isSpecialAddress(peer);
    if ((this.#isLogged && !isInside) || this.#trusted.has(peer)) return;
    if (isInside) this.#hint = advice;
    if (this.#isLogged) return;
    this.#isLogged = true;
    // An address from outside may be a caller's own, which no log holds.
    this.#log.warn({ ...(isInside && { peer }) }, advice);
  }
}
