import { type Actor, commonErrors, principalKinds, rightNames, roles, type ServiceName } from '@parley/contracts';
import { errors, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** Signs and verifies who a caller is, between gateway and services. */
export interface ActorTokens {
  /** The `Parley-Actor` of this actor for one service; renewed after half its lifetime. */
  sign(actor: Actor, audience: ServiceName): Promise<string>;
  /**
   * The actor of a token made for this service.
   * @throws commonErrors.unauthorized whatever is wrong with it
   */
  verify(token: string): Actor | Promise<Actor>;
}

/** Signs and verifies which service is calling, on gRPC. */
export interface ServiceTokens {
  sign(audience: ServiceName): Promise<string>;
  /** @throws commonErrors.unauthorized whatever is wrong with it */
  verify(token: string): ServiceName | Promise<ServiceName>;
}

export interface TokenOptions {
  /** `ACTOR_KEY`, 32 bytes. */
  key: Uint8Array;
  /** Keys of which tokens are accepted as well, while `ACTOR_KEY` is replaced. */
  formerKeys?: readonly Uint8Array[];
  /** The service that signs, and the only audience it accepts. */
  service: ServiceName;
}

const lifeSeconds = 60;
const reuseMs = (lifeSeconds * 1000) / 2;
// Two machines' clocks differ by less.
const leewaySeconds = 5;
const remembered = 10_000;

const ActorClaim = z.object({
  kind: z.enum(principalKinds),
  id: z.string(),
  projectId: z.string().optional(),
  role: z.enum(roles).optional(),
  rights: z.array(z.enum(rightNames)).optional(),
  visibility: z.enum(['departments', 'own']).optional(),
  teammateId: z.string().optional(),
  jti: z.string().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  requestId: z.string().optional(),
  event: z.string().optional(),
  depth: z.number().optional(),
}) satisfies z.ZodType<Actor>;

/**
 * `Parley-Actor` tokens: JWS HS256 under `ACTOR_KEY`, 60 s, `aud` = the service. Source: contract 10 section 12.
 * Signing and verifying remember recent tokens, so a busy caller costs one look-up per call.
 */
export function actorTokens(options: TokenOptions): ActorTokens {
  // The two kinds of token share a key; `typ` keeps one from passing as the other.
  const tokens = tokensOf('parley-actor+jwt', options, (claims) => ActorClaim.parse(claims.actor));
  return {
    sign: (actor, audience) => tokens.sign(`${audience} ${JSON.stringify(actor)}`, { actor }, audience),
    verify: tokens.verify,
  };
}

/** Tokens by which a service proves itself on gRPC: JWS HS256 under `ACTOR_KEY`, 60 s, `iss` and `aud` = services. */
export function serviceTokens(options: TokenOptions): ServiceTokens {
  const tokens = tokensOf('parley-service+jwt', options, (claims) => z.string().parse(claims.iss) as ServiceName);
  return { sign: (audience) => tokens.sign(audience, {}, audience), verify: tokens.verify };
}

function tokensOf<T extends NonNullable<unknown>>(
  typ: string,
  { key, formerKeys = [], service }: TokenOptions,
  read: (claims: Record<string, unknown>) => T,
) {
  // Made when first needed: a cache takes all its memory at once, and many who have tokens only sign, or only verify, them.
  let signed: LRUCache<string, Promise<string>> | undefined;
  let verified: LRUCache<string, T> | undefined;

  const check = async (token: string): Promise<T> => {
    try {
      const { payload } = await verifyUnder([key, ...formerKeys], token, {
        algorithms: ['HS256'],
        typ,
        audience: service,
        requiredClaims: ['exp', 'iss'],
        clockTolerance: leewaySeconds,
      });
      const claim = read(payload);
      const ttl = ((payload.exp ?? 0) + leewaySeconds) * 1000 - Date.now();
      // To lru-cache, 0 is for ever.
      if (ttl > 0) {
        verified ??= new LRUCache({ max: remembered });
        verified.set(token, claim, { ttl });
      }
      return claim;
    } catch (cause) {
      throw commonErrors.unauthorized({}, cause);
    }
  };

  return {
    sign(cacheKey: string, claims: Record<string, unknown>, audience: ServiceName): Promise<string> {
      signed ??= new LRUCache({ max: remembered, ttl: reuseMs });
      const known = signed.get(cacheKey);
      if (known !== undefined) return known;

      const made = new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ })
        .setIssuer(service)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(`${lifeSeconds}s`)
        .sign(key);
      signed.set(cacheKey, made);
      return made;
    },
    verify: (token: string): T | Promise<T> => verified?.get(token) ?? check(token),
  };
}

/** The signature shows whether a key is the right one; any other fault of a token is the same under every key. */
async function verifyUnder(
  [key, ...others]: readonly Uint8Array[],
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  if (!key) throw new errors.JWSSignatureVerificationFailed();
  try {
    return await jwtVerify(token, key, options);
  } catch (error) {
    if (!(error instanceof errors.JWSSignatureVerificationFailed) || others.length === 0) throw error;
    return verifyUnder(others, token, options);
  }
}
