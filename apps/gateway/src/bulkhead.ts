import { commonErrors } from '@parley/contracts';
import { countedAddress } from '@parley/service-kit';

import type { Exchange } from './exchange.ts';

/** What no caller may have more of: an address, a principal or a project. */
const largestShare = 1 / 4;

/** Bulkhead around one service: how many calls may be under way to it, in all and of one caller. */
export class Bulkhead {
  readonly #service: string;
  readonly #capacity: number;
  readonly #share: number;
  readonly #ofAddress = new Map<string, number>();
  readonly #ofPrincipal = new Map<string, number>();
  readonly #ofProject = new Map<string, number>();
  #calls = 0;

  /** @param capacity calls; of one caller a quarter of them, at least one */
  constructor(service: string, capacity: number) {
    this.#service = service;
    this.#capacity = capacity;
    this.#share = Math.ceil(capacity * largestShare);
  }

  /** Under way. */
  get calls(): number {
    return this.#calls;
  }

  /**
   * Takes a place for a call, which has to `leave` however it ends.
   * @throws commonErrors.busy when the service is full, rate_limited when the caller has its share
   */
  enter(exchange: Exchange): void {
    const place = this.#placeOf(exchange);
    if (this.#calls >= this.#capacity) throw commonErrors.busy({ dependency: this.#service });
    const isOver =
      has(this.#ofAddress, place.address) >= this.#share ||
      has(this.#ofPrincipal, place.principal) >= this.#share ||
      has(this.#ofProject, place.project) >= this.#share;
    if (isOver)
      throw commonErrors.rate_limited({ limit: 'calls_under_way', allowed: this.#share, retryAfterSeconds: 1 });

    this.#calls += 1;
    add(this.#ofAddress, place.address, 1);
    add(this.#ofPrincipal, place.principal, 1);
    add(this.#ofProject, place.project, 1);
    exchange.place = place;
  }

  /** Gives the place of a call back; again, it does nothing. */
  leave(exchange: Exchange): void {
    const { place } = exchange;
    if (place === undefined) return;
    exchange.place = undefined;
    this.#calls -= 1;
    add(this.#ofAddress, place.address, -1);
    add(this.#ofPrincipal, place.principal, -1);
    add(this.#ofProject, place.project, -1);
  }

  #placeOf({ address, identity, projectId }: Exchange): Place {
    const counted = countedAddress(address);
    if (identity === undefined) return { bulkhead: this, address: counted };
    const { kind, id } = identity.principal;
    return { bulkhead: this, address: counted, principal: `${kind}|${id}`, project: projectId };
  }
}

/** Where a call is under way, and whose it is. A stranger counts by address alone: else it could use up the share of any project that it names. */
export interface Place {
  bulkhead: Bulkhead;
  address: string;
  principal?: string;
  project?: string;
}

function has(counts: Map<string, number>, key: string | undefined): number {
  return key === undefined ? 0 : (counts.get(key) ?? 0);
}

function add(counts: Map<string, number>, key: string | undefined, change: 1 | -1): void {
  if (key === undefined) return;
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
