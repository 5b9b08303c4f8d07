import type { Identity } from '@parley/identity';
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
  #arrived: PresentPrincipal[] = [];
  #batchTimer: NodeJS.Timeout | undefined;

  constructor(workspace: WorkspaceClient, log: Logger) {
    this.#workspace = workspace;
    this.#log = log;
    this.#timer = setInterval(
      () => void this.#report([...this.#held.values()].map(({ present }) => present)),
      reportEveryMs,
    );
    this.#timer.unref();
  }

  enter(identity: Identity): void {
    const present = presentPrincipalOf(identity);
    if (!present) return;
    const key = JSON.stringify(present);
    const known = this.#held.get(key);
    this.#held.set(key, { present, sockets: (known?.sockets ?? 0) + 1 });
    if (known) return;

    this.#arrived.push(present);
    this.#batchTimer ??= setTimeout(() => {
      this.#batchTimer = undefined;
      void this.#report(this.#arrived.splice(0));
    }, batchDelayMs);
  }

  leave(identity: Identity): void {
    const key = JSON.stringify(presentPrincipalOf(identity));
    const known = this.#held.get(key);
    if (!known) return;
    if (known.sockets > 1) this.#held.set(key, { ...known, sockets: known.sockets - 1 });
    else this.#held.delete(key);
  }

  stop(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#batchTimer);
  }

  async #report(present: readonly PresentPrincipal[]): Promise<void> {
    const seenAt = Date.now();
    try {
      for (let first = 0; first < present.length; first += batchPrincipals) {
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
  if ((kind === 'guest' || kind === 'external') && projectId) return { projectId, visitorId: id };
  return undefined;
}
