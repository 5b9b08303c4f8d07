import { hash } from 'node:crypto';

import { type AppError, commonErrors, gatewayErrors } from '@parley/contracts';

import { readAuthorization } from './authorization.ts';
import { type Fresh, FreshCache } from './fresh-cache.ts';
import { importKeys, isSignedByUs, isSignedWithSecret, type KeySet } from './signatures.ts';
import type { IdentitySource, Principal } from './source.ts';
import { leewaySeconds, planToken, type TokenPlan } from './token.ts';

/** Somebody who proved who he is: steps 1 to 5 of contract 10 section 3. */
export interface Identity {
  readonly principal: Principal;
  /** End of the token, in ms since the epoch; absent with Basic. */
  readonly expiresAt?: number;
}

export interface CredentialsOptions {
  source: IdentitySource;
  /** `PUBLIC_URL`. */
  publicUrl: string;
  /** `AUTH_CACHE_MS`, at most 5000. */
  cacheMs: number;
  customTokenMaxAgeSeconds?: number;
  /** Messaging tokens count, as they do for sockets and nowhere else. */
  messaging?: boolean;
  /** `MESSAGING_JWT_SECRET`, which an external engine shares with us: messaging tokens may be signed with it. */
  messagingSecret?: string;
  /** Wall clock in ms since the epoch; default `Date.now`. */
  now?: () => number;
  /** Monotonic clock in ms; default `performance.now`. */
  clock?: () => number;
}

type MessagingPlan = Extract<TokenPlan, { kind: 'messaging' }>;

/** Most tokens remembered at a time. */
const maxTokens = 20_000;
/** Least time between two questions for our keys that an unknown `kid` may cause. */
const keyRetryMs = 200;

/** Verifies `Authorization` headers and remembers, for a few seconds, the tokens that were good. */
export class Credentials {
  readonly #options: CredentialsOptions;
  readonly #publicUrl: string;
  readonly #now: () => number;
  readonly #identities: FreshCache<Identity>;
  readonly #keySets: FreshCache<KeySet>;
  // A signature stays true as long as its key is one of ours, so only the key is compared.
  readonly #signatures: FreshCache<string>;
  readonly #clock: () => number;
  #keysAskedAt = Number.NEGATIVE_INFINITY;

  constructor(options: CredentialsOptions) {
    const { cacheMs: maxAgeMs, clock = () => performance.now(), now = Date.now, publicUrl } = options;
    this.#clock = clock;
    this.#options = options;
    this.#publicUrl = publicUrl.replace(/\/+$/, '');
    this.#now = now;
    this.#identities = new FreshCache({ max: maxTokens, maxAgeMs, clock });
    this.#keySets = new FreshCache({ max: 1, maxAgeMs, clock });
    this.#signatures = new FreshCache({ max: maxTokens, maxAgeMs: 3_600_000, clock });
  }

  /** The identity of a header verified a moment ago; nothing means that it must be verified. */
  recall(header: string): Fresh<Identity> | undefined {
    return this.#identities.peek(keyOf(header));
  }

  /**
   * Verifies a header, or recalls it. Basic credentials are asked for each time: only the owner of the password hash
   * can tell cheaply and at once that a password changed.
   * @param clientAddress for the limits of failed passwords
   * @throws gatewayErrors.authorization_malformed; commonErrors.unauthorized with the reason as its cause, the same
   *   for whatever was wrong; commonErrors.rate_limited, commonErrors.dependency_down
   */
  async verify(header: string | undefined, clientAddress: string): Promise<Fresh<Identity>> {
    const authorization = readAuthorization(header);
    switch (authorization.kind) {
      case 'none':
        throw refused('none');
      case 'refused':
        throw refused(authorization.reason);
      case 'malformed':
        throw gatewayErrors.authorization_malformed({}, new Error(authorization.reason));
      case 'basic': {
        const { email, password } = authorization;
        const principal = await this.#options.source.authenticateBasic(email, password, clientAddress);
        return { value: { principal }, freshUntil: 0 };
      }
      case 'token':
        return this.#verifyToken(keyOf(header ?? ''), authorization.token);
    }
  }

  /** Drops what is remembered of the tokens that rest on the tag. */
  forget(tag: string): void {
    this.#identities.forget(tag);
  }

  forgetAll(): void {
    this.#identities.forgetAll();
    this.#keySets.forgetAll();
  }

  #verifyToken(key: string, token: string): Promise<Fresh<Identity>> {
    const plan = planToken(token, {
      publicUrl: this.#publicUrl,
      now: this.#now(),
      customTokenMaxAgeSeconds: this.#options.customTokenMaxAgeSeconds,
    });
    if (plan.kind === 'refused') return Promise.reject(refused(plan.reason));

    return this.#identities.read(key, {
      tags: tagsOf(plan),
      ask: async () => ({ principal: await this.#principalOf(plan, token), expiresAt: plan.expiresAt }),
      endsInMs: () => plan.expiresAt + leewaySeconds * 1000 - this.#now(),
    });
  }

  /** Steps 3 to 5: signature, history, principal. */
  async #principalOf(plan: TokenPlan, token: string): Promise<Principal> {
    const { source } = this.#options;
    switch (plan.kind) {
      case 'messaging':
        if (!this.#options.messaging) throw refused('messaging_token');
        return this.#messagingPrincipal(plan, token);
      case 'bot': {
        const principal = await source.verifyBotToken?.(token, plan.id);
        if (principal?.kind !== 'bot' || principal.id !== plan.id) throw refused('bot');
        return principal;
      }
      case 'customer': {
        await this.#checkSecret(plan.projectId, token);
        if (await source.isReservedId(plan.projectId, plan.id)) throw refused('external_id');
        return { kind: 'external', id: plan.id, projectId: plan.projectId };
      }
      case 'subscription': {
        const { kind, id, jti, projectId, event, depth } = plan;
        await this.#checkSignature(plan.kid, token);
        if (!(await source.isSubscriptionActive?.(projectId, id))) throw refused('subscription');
        return { kind, id, jti, projectId, event, depth };
      }
      default: {
        const { kind, sub, id, jti, projectId } = plan;
        await this.#checkSignature(plan.kid, token);
        const state = await source.checkToken({ jti, sub, id, projectId });
        if (!state.live) throw refused(state.reason);
        const { principal } = state;
        // What the row says and what the token says must be one principal, whatever the other side checked.
        if (principal.kind !== kind || principal.id !== id || principal.projectId !== projectId)
          throw refused('mismatch');
        return principal;
      }
    }
  }

  /** Whoever it was made for, whatever kind he is; it ends with the token that it was made from. */
  async #messagingPrincipal({ kid, sub, id, jti, projectId }: MessagingPlan, token: string): Promise<Principal> {
    if (kid === null) await this.#checkShared(token);
    else await this.#checkSignature(kid, token);
    const state = await this.#options.source.checkToken({ jti, sub, id, projectId });
    if (!state.live) throw refused(state.reason);
    if (state.principal.id !== id || state.principal.projectId !== projectId) throw refused('mismatch');
    return state.principal;
  }

  async #checkShared(token: string): Promise<void> {
    const { messagingSecret } = this.#options;
    if (messagingSecret === undefined) throw refused('alg');
    if (!(await isSignedWithSecret(token, messagingSecret))) throw refused('signature');
  }

  async #checkSignature(kid: string, token: string): Promise<void> {
    const ours = await this.#keyOf(kid);
    if (ours === undefined) throw refused('kid');
    const signature = await this.#signatures.read(keyOf(token), {
      tags: [],
      ask: async () => ((await isSignedByUs(token, ours.key)) ? ours.x : ''),
      keep: (x) => x !== '',
    });
    if (signature.value !== ours.x) throw refused('signature');
  }

  async #keyOf(kid: string) {
    const known = await this.#readKeys();
    if (known.value.has(kid) || this.#clock() - this.#keysAskedAt < keyRetryMs) return known.value.get(kid);

    // Signed with a key that came after our last look, perhaps.
    this.#keySets.forgetAll();
    return (await this.#readKeys()).value.get(kid);
  }

  #readKeys(): Promise<Fresh<KeySet>> {
    return this.#keySets.read('keys', {
      tags: [],
      ask: async () => {
        this.#keysAskedAt = this.#clock();
        return importKeys(await this.#options.source.getPublicKeys());
      },
    });
  }

  async #checkSecret(projectId: string, token: string): Promise<void> {
    // Not remembered by itself: with the token's own five seconds on top, a replaced secret would live for ten.
    const secret = await this.#options.source.getProjectSecret(projectId);
    if (secret === undefined) throw refused('no_secret');
    if (!(await isSignedWithSecret(token, secret))) throw refused('signature');
  }
}

/** Tags of answers: everything of a project · its rules and its secret · one principal · one token. */
export const projectTag = (projectId: string): string => `project:${projectId}`;
export const accessTag = (projectId: string): string => `access:${projectId}`;
export const principalTag = (id: string): string => `principal:${id}`;
export const tokenTag = (jti: string): string => `token:${jti}`;

function tagsOf(plan: TokenPlan): string[] {
  const tags = [principalTag(plan.id)];
  if ('jti' in plan) tags.push(tokenTag(plan.jti));
  if ('projectId' in plan && plan.projectId !== undefined) tags.push(projectTag(plan.projectId));
  // A new secret ends the tokens that the old one signed.
  if (plan.kind === 'customer') tags.push(accessTag(plan.projectId));
  return tags;
}

/** Credentials are never kept, only their hash. */
function keyOf(credentials: string): string {
  return hash('sha256', credentials, 'base64');
}

function refused(reason: string): AppError {
  return commonErrors.unauthorized({}, new Error(reason));
}
