import { hash } from 'node:crypto';

import { AppError, commonErrors, gatewayErrors, isVisitor } from '@parley/contracts';
import { LRUCache } from '@parley/service-kit/concurrency';

import { apiTokenHashOf, claimsApiToken } from './api-token.ts';
import { readAuthorization } from './authorization.ts';
import { type Fresh, FreshCache } from './fresh-cache.ts';
import { importKeys, isSignedByUs, isSignedWithSecret, type KeySet } from './signatures.ts';
import type { BoundPrincipal, IdentitySource, Membership, Principal, TokenState } from './source.ts';
import { subjectOf, tagsOf, tagsOfApiToken } from './tags.ts';
import { leewaySeconds, planToken, type TokenPlan, type TokenRefusal } from './token.ts';

/** An authenticated caller: steps 1 to 5 of contract 10 section 3. */
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
  /** Called when a visitor's token is looked up: as a rule, the answer names their membership. */
  onMembershipAsked?(visitor: BoundPrincipal, membership: () => Promise<Membership | undefined>): void;
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

/** Maximum number of tokens remembered at a time. */
const maxTokens = 20_000;
/** Least time between two fetches of our keys caused by an unknown `kid`. */
const keyRetryMs = 200;
/** How long a project or a bot counts as proven after a good token under its secret, and how many do at a time. */
const provenMs = 3_600_000;
const maxProven = 20_000;

/** Verifies `Authorization` headers and remembers, for a few seconds, the tokens that were good. */
export class Credentials {
  readonly #options: CredentialsOptions;
  readonly #publicUrl: string;
  readonly #now: () => number;
  readonly #identities: FreshCache<Identity>;
  readonly #keySets: FreshCache<KeySet>;
  // A signature stays true as long as its key is one of ours, so only the key is compared.
  readonly #signatures: FreshCache<string>;
  // Negative cache of tokens that we signed, so that callers cannot fill it with made-up ones.
  readonly #ended: FreshCache<TokenState>;
  readonly #proven = new LRUCache<string, true>({ max: maxProven, ttl: provenMs });
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
    this.#ended = new FreshCache({ max: maxTokens, maxAgeMs, clock });
  }

  /** The cached identity of a header; undefined: it must be verified. */
  recall(header: string): Fresh<Identity> | undefined {
    return this.#identities.peek(keyOf(header));
  }

  /**
   * Verifies a header, or recalls it. Basic credentials are asked for each time: only the owner of the password hash
   * knows cheaply and at once that a password changed.
   * @param clientAddress for the limits of failed passwords
   * @param mayAsk called before another service is asked about credentials that anybody can make up: a password, or a token
   *   under a secret that others hold. Tokens of ours are past that: their signature is verified here first.
   * @throws what `mayAsk` throws; gatewayErrors.authorization_malformed; commonErrors.unauthorized with the reason as its
   *   cause, the same for whatever was wrong, but commonErrors.token_expired for a token of ours; commonErrors.rate_limited, commonErrors.dependency_down
   */
  async verify(
    header: string | undefined,
    clientAddress: string,
    mayAsk: () => Promise<void> = async () => {},
  ): Promise<Fresh<Identity>> {
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
        await mayAsk();
        const principal = await this.#options.source
          .authenticateBasic(email, password, clientAddress)
          .catch(asUnauthorized);
        return { value: { principal }, freshUntil: 0 };
      }
      case 'token': {
        // By address, too, for machine tokens: the workspace service learns of each address that uses one.
        const isApiToken = claimsApiToken(authorization.token);
        const key = keyOf(isApiToken ? `${header} ${clientAddress}` : (header ?? ''));
        const known = this.#identities.peek(key);
        if (known !== undefined) return known;
        if (isApiToken) return this.#verifyApiToken(key, authorization.token, clientAddress, mayAsk);
        const plan = this.#plan(authorization.token);
        if (plan.kind === 'refused') throw await this.#refusalOf(authorization.token, plan);
        // Not within what callers with the same token share: each address answers for itself.
        if (subjectOf(plan) !== undefined) await mayAsk();
        return this.#verifyToken(key, authorization.token, plan);
      }
    }
  }

  /** Whether one of our keys signed the header's token; says nothing of whether it still counts. */
  async isOurs(header: string | undefined): Promise<boolean> {
    const read = readAuthorization(header);
    if (read.kind !== 'token') return false;
    const plan = this.#plan(read.token);
    if (!('kid' in plan) || plan.kid === null) return false;
    const { kid } = plan;
    return this.#checkSignature(kid, read.token).then(
      () => true,
      () => false,
    );
  }

  /**
   * The project or bot under whose secret the header's token claims to stand, if that secret signed a good token in the
   * last hour; of a machine token itself, if it was good then. Names of others cost nothing to make up, so nothing is to be counted by them.
   */
  provenSubject(header: string | undefined): string | undefined {
    const read = readAuthorization(header);
    const subject = read.kind === 'token' ? this.#subjectOf(read.token) : undefined;
    return subject !== undefined && this.#proven.get(subject) ? subject : undefined;
  }

  /** Another service confirms that the secret of the header's token has signed a good one. */
  prove(header: string | undefined): void {
    const read = readAuthorization(header);
    if (read.kind === 'token') this.#prove(this.#plan(read.token));
  }

  /** Drops what is remembered of the tokens that rest on the tag. */
  forget(tag: string): void {
    this.#identities.forget(tag);
    this.#ended.forget(tag);
  }

  forgetAll(): void {
    this.#identities.forgetAll();
    this.#ended.forgetAll();
    this.#keySets.forgetAll();
  }

  #plan(token: string): TokenPlan | TokenRefusal {
    return planToken(token, {
      publicUrl: this.#publicUrl,
      now: this.#now(),
      customTokenMaxAgeSeconds: this.#options.customTokenMaxAgeSeconds,
    });
  }

  /** Only for a token that one of our keys signed, the answer says that it has expired. */
  async #refusalOf(token: string, { reason, expired: plan }: TokenRefusal): Promise<AppError> {
    if (plan === undefined || !('kid' in plan) || plan.kid === null) return refused(reason);
    const error = await this.#checkSignature(plan.kid, token).catch((error: unknown) => error);
    if (error === undefined) return expired();
    return error instanceof AppError ? error : refused(reason);
  }

  #subjectOf(token: string): string | undefined {
    return claimsApiToken(token) ? keyOf(token) : subjectOf(this.#plan(token));
  }

  async #verifyApiToken(
    key: string,
    token: string,
    clientAddress: string,
    mayAsk: () => Promise<void>,
  ): Promise<Fresh<Identity>> {
    const secretHash = apiTokenHashOf(token);
    if (secretHash === undefined) throw refused('api_token_checksum');
    await mayAsk();
    return this.#identities.read(key, {
      tags: ({ principal }) => tagsOfApiToken({ ...principal, projectId: principal.projectId ?? '' }),
      ask: async () => {
        const state = await this.#options.source.checkApiToken(secretHash, clientAddress);
        if (!state.live) throw refused(`api_token_${state.reason}`);
        this.#proven.set(keyOf(token), true);
        return { principal: state.principal, expiresAt: state.expiresAt };
      },
      endsInMs: ({ expiresAt = 0 }) => expiresAt - this.#now(),
    });
  }

  #prove(plan: TokenPlan | TokenRefusal): void {
    const subject = subjectOf(plan);
    if (subject !== undefined) this.#proven.set(subject, true);
  }

  #verifyToken(key: string, token: string, plan: TokenPlan): Promise<Fresh<Identity>> {
    return this.#identities.read(key, {
      tags: tagsOf(plan),
      ask: () => this.#identityOf(plan, token),
      endsInMs: ({ expiresAt = Number.POSITIVE_INFINITY }) => expiresAt + leewaySeconds * 1000 - this.#now(),
    });
  }

  /** Steps 3 to 5: signature, history, principal. */
  async #identityOf(plan: TokenPlan, token: string): Promise<Identity> {
    if (plan.kind !== 'bot') return { principal: await this.#principalOf(plan, token), expiresAt: plan.expiresAt };

    const proven = await this.#options.source.verifyBotToken?.(token, plan.id);
    if (proven?.principal.kind !== 'bot' || proven.principal.id !== plan.id) throw refused('bot');
    this.#prove(plan);
    return proven;
  }

  async #principalOf(plan: Exclude<TokenPlan, { kind: 'bot' }>, token: string): Promise<Principal> {
    const { source } = this.#options;
    switch (plan.kind) {
      case 'messaging':
        if (!this.#options.messaging) throw refused('messaging_token');
        return this.#messagingPrincipal(plan, token);
      case 'customer': {
        await this.#checkSecret(plan.projectId, token);
        this.#prove(plan);
        if (await source.isReservedId(plan.projectId, plan.id)) throw refused('external_id');
        return { kind: 'external', id: plan.id, projectId: plan.projectId };
      }
      case 'subscription': {
        const { kind, id, jti, projectId, event, depth } = plan;
        await this.#checkSignature(plan.kid, token);
        return this.#livePrincipal(plan, token, async () => {
          const live = (await source.isSubscriptionActive?.(projectId, id)) === true;
          if (!live) return { live, reason: 'subscription' };
          return { live, principal: { kind, id, jti, projectId, event, depth } };
        });
      }
      default: {
        const { kind, sub, id, jti, projectId, sid } = plan;
        await this.#checkSignature(plan.kid, token);
        const ask = () => {
          const asked = source.checkToken({ jti, sub, id, projectId, sid });
          if (isVisitor(kind) && projectId !== undefined)
            this.#options.onMembershipAsked?.({ kind, id, projectId }, () => membershipIn(asked));
          return asked;
        };
        const principal = await this.#livePrincipal(plan, token, ask);
        // What the row says and what the token says must be one principal, whatever the other side checked.
        if (principal.kind !== kind || principal.id !== id || principal.projectId !== projectId)
          throw refused('mismatch');
        return principal;
      }
    }
  }

  /** Of any kind of principal; ends with the token that it was made from. */
  async #messagingPrincipal(plan: MessagingPlan, token: string): Promise<Principal> {
    const { kid, sub, id, jti, projectId } = plan;
    if (kid === null) await this.#checkShared(token);
    else await this.#checkSignature(kid, token);
    const { source } = this.#options;
    const principal = await this.#livePrincipal(plan, token, () => source.checkToken({ jti, sub, id, projectId }));
    if (principal.id !== id || principal.projectId !== projectId) throw refused('mismatch');
    return principal;
  }

  /** Whom a token of ours proves while it lives. One that has ended is not asked about again with every replay. */
  async #livePrincipal(plan: TokenPlan, token: string, ask: () => Promise<TokenState>): Promise<Principal> {
    const { value } = await this.#ended.read(keyOf(token), { tags: tagsOf(plan), ask, keep: ({ live }) => !live });
    if (!value.live) throw value.reason === 'expired' ? expired() : refused(value.reason);
    return value.principal;
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

async function membershipIn(asked: Promise<TokenState>): Promise<Membership | undefined> {
  const state = await asked;
  return state.live ? state.membership : undefined;
}

/** Credentials are never kept, only their hash. */
function keyOf(credentials: string): string {
  return hash('sha256', credentials, 'base64');
}

function refused(reason: string): AppError {
  return commonErrors.unauthorized({}, new Error(reason));
}

function expired(): AppError {
  return commonErrors.token_expired({}, new Error('expired'));
}

/** The same 401 as for tokens: it does not reveal whether the e-mail address exists. */
function asUnauthorized(error: unknown): never {
  if (error instanceof AppError && error.kind === 'unauthorized' && error.code !== 'second_factor_required')
    throw refused('password');
  throw error;
}
