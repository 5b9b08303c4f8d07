import { apiTokenRevoked, tokenRevoked } from '@parley/contracts';
import type { EventBus, Running } from '@parley/service-kit/bus';

/** Ends open streams whose token was revoked. */
export class Revocations {
  readonly #bus: EventBus;
  readonly #listening: Running;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(bus: EventBus) {
    this.#bus = bus;
    this.#listening = bus.listen([tokenRevoked.type, apiTokenRevoked.type], ({ data }) => {
      const { jti, api_token } = data as { jti?: string; api_token?: { _id: string } };
      for (const end of this.#waiting.get(jti ?? api_token?._id ?? '') ?? []) end();
    });
  }

  /** Whether revocations can be received at present. */
  isUp(): boolean {
    return this.#bus.health().up;
  }

  /** @returns a function that unregisters the callback */
  onRevoked(jti: string | undefined, end: () => void): () => void {
    if (jti === undefined) return () => undefined;
    const others = this.#waiting.get(jti) ?? new Set();
    this.#waiting.set(jti, others.add(end));
    return () => {
      others.delete(end);
      if (others.size === 0) this.#waiting.delete(jti);
    };
  }

  stop(): Promise<void> {
    return this.#listening.stop();
  }
}
