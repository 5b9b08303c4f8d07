import { commonErrors } from '@parley/contracts';
import type { Identity } from '@parley/identity';
import { countedAddress } from '@parley/service-kit/security';

/** Largest share of the slots for one address, principal or project. */
const largestShare = 1 / 4;

/** The callers that a call counts for. */
export interface Caller {
  address: string;
  identity?: Identity;
  projectId?: string;
}

/** The slot of a call in flight. */
export interface Slot {
  /** Idempotent. */
  release(): void;
  /** Resolves on `release()`. */
  readonly released: Promise<void>;
}

/** Bounds the calls in flight to one service, in total and per caller. */
export class ConcurrencyLimiter {
  readonly #service: string;
  readonly #capacity: number;
  readonly #share: number;
  readonly #ofAddress = new Map<string, number>();
  readonly #ofPrincipal = new Map<string, number>();
  readonly #ofProject = new Map<string, number>();
  #calls = 0;

  /** @param capacity maximum number of calls; one caller may have a quarter of them, at least one */
  constructor(service: string, capacity: number) {
    this.#service = service;
    this.#capacity = capacity;
    this.#share = Math.ceil(capacity * largestShare);
  }

  /** Number of taken slots. */
  get calls(): number {
    return this.#calls;
  }

  /**
   * Takes a slot, which the caller of this method must release however the call ends.
   * @throws commonErrors.busy when the service is full, rate_limited when the caller has its share
   */
  acquire(caller: Caller): Slot {
    const address = countedAddress(caller.address);
    // Anonymous callers count by address alone: otherwise they could use up the share of any project they name.
    const { identity, projectId } = caller;
    const principal = identity && `${identity.principal.kind}|${identity.principal.id}`;
    const project = identity && projectId;
    if (this.#calls >= this.#capacity) throw commonErrors.busy({ dependency: this.#service });
    const isOver =
      has(this.#ofAddress, address) >= this.#share ||
      has(this.#ofPrincipal, principal) >= this.#share ||
      has(this.#ofProject, project) >= this.#share;
    if (isOver)
      throw commonErrors.rate_limited({ limit: 'calls_under_way', allowed: this.#share, retryAfterSeconds: 1 });

    const count = (change: 1 | -1) => {
      this.#calls += change;
      add(this.#ofAddress, address, change);
      add(this.#ofPrincipal, principal, change);
      add(this.#ofProject, project, change);
    };
    count(1);
    let isReleased = false;
    const { promise: released, resolve } = Promise.withResolvers<void>();
    return {
      released,
      release() {
        if (!isReleased) count(-1);
        isReleased = true;
        resolve();
      },
    };
  }
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
