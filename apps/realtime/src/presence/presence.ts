import { isVisitor } from '@parley/contracts';
import type { Identity } from '@parley/identity';
import { Batcher } from '@parley/service-kit/concurrency';
import type { Logger } from '@parley/service-kit/observability';

import type { PresentPrincipal, WorkspaceClient } from '../clients/workspace.client.ts';

const reportEveryMs = 15_000;
/** Principals that connect within this time are reported together. */
const batchDelayMs = 200;
const batchPrincipals = 1_000;

/**
 * Reports connected principals on their first socket and every 15 s; workspace shows those that are no longer reported as
 * offline. Source: contract 11.
 */
export class Presence {
  readonly #workspace: WorkspaceClient;
  readonly #log: Logger;
  readonly #held = new Map<string, { present: PresentPrincipal; sockets: number }>();
  readonly #timer: NodeJS.Timeout;
  readonly #arrivals: Batcher<PresentPrincipal, void>;
  #isStopped = false;

  constructor(workspace: WorkspaceClient, log: Logger) {
    this.#workspace = workspace;
    this.#log = log;
    this.#timer = setInterval(
      () => void this.#report([...this.#held.values()].map(({ present }) => present)),
      reportEveryMs,
    );
    this.#timer.unref();
    this.#arrivals = new Batcher(
      async (arrived) => {
        await this.#report(arrived);
        return arrived.map(() => undefined);
      },
      batchPrincipals,
      batchDelayMs,
    );
  }

  enter(identity: Identity): void {
    const present = presentPrincipalOf(identity);
    if (!present) return;
    const key = JSON.stringify(present);
    const known = this.#held.get(key);
    this.#held.set(key, { present, sockets: (known?.sockets ?? 0) + 1 });
    if (!known) void this.#arrivals.load(present);
  }

  leave(identity: Identity): void {
    const key = JSON.stringify(presentPrincipalOf(identity));
    const known = this.#held.get(key);
    if (!known) return;
    if (known.sockets > 1) this.#held.set(key, { ...known, sockets: known.sockets - 1 });
    else this.#held.delete(key);
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  async #report(present: readonly PresentPrincipal[]): Promise<void> {
    const seenAt = Date.now();
    try {
      for (let first = 0; first < present.length && !this.#isStopped; first += batchPrincipals) {
        await this.#workspace.setPresence(present.slice(first, first + batchPrincipals), seenAt);
      }
    } catch (error) {
      // The next periodic report repeats it.
      this.#log.debug({ err: error }, 'reporting presence failed; the next report repeats it');
    }
  }
}

function presentPrincipalOf({ principal: { kind, id, projectId } }: Identity): PresentPrincipal | undefined {
  if (kind === 'user' || kind === 'provisioned') return { userId: id };
  if (isVisitor(kind) && projectId) return { projectId, visitorId: id };
  return undefined;
}
