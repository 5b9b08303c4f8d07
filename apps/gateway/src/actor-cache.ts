import type { Actor, ServiceName } from '@parley/contracts';
import type { ActorTokens } from '@parley/service-kit/security';

/** How long a signed actor is reused: well within its 60 s, and longer than any actor is cached. */
const reuseMs = 20_000;

interface Signed {
  token: string;
  audience: ServiceName;
  until: number;
}

/** Cache of signed actor tokens, keyed by the cached actor object: a busy caller is signed once per 20 s. */
export class ActorCache {
  readonly #tokens: ActorTokens;
  readonly #signed = new WeakMap<Actor, Signed>();

  constructor(tokens: ActorTokens) {
    this.#tokens = tokens;
  }

  /** The `Parley-Actor` of this actor for one service. */
  sign(actor: Actor, audience: ServiceName): string | Promise<string> {
    const known = this.#signed.get(actor);
    if (known?.audience === audience && known.until > performance.now()) return known.token;
    return this.#renew(actor, audience);
  }

  async #renew(actor: Actor, audience: ServiceName): Promise<string> {
    const token = await this.#tokens.sign(actor, audience);
    this.#signed.set(actor, { token, audience, until: performance.now() + reuseMs });
    return token;
  }
}
