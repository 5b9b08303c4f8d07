import { type CryptoKey, calculateJwkThumbprint, importJWK, type JWTPayload, SignJWT } from 'jose';
import { z } from 'zod';

const PrivateJwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  d: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
});

const JwkSet = z.object({ keys: z.array(PrivateJwk).min(1).max(20) });

/** A public key, as `/.well-known/jwks.json` shows it. */
export interface PublicJwk {
  kid: string;
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  alg: 'EdDSA';
  use: 'sig';
}

interface SigningKey {
  kid: string;
  key: CryptoKey;
}

/** The service's key pairs. The first signs, all verify; removing one invalidates its tokens. Source: contract 10 section 2. */
export class SigningKeys {
  readonly #first: SigningKey;
  readonly publicKeys: readonly PublicJwk[];

  private constructor(first: SigningKey, publicKeys: readonly PublicJwk[]) {
    this.#first = first;
    this.publicKeys = publicKeys;
  }

  /** @param text `TOKEN_SIGNING_KEYS`: a JWK set of Ed25519 private keys, as `isSigningKeySet` accepts it */
  static async read(text: string): Promise<SigningKeys> {
    const { keys } = JwkSet.parse(JSON.parse(text));
    const publicKeys = await Promise.all(keys.map(publicKeyOf));
    const [key, publicKey] = [keys[0], publicKeys[0]];
    if (!key || !publicKey) throw new TypeError('TOKEN_SIGNING_KEYS holds no key');

    const signing = (await importJWK({ ...key, alg: 'EdDSA' }, 'EdDSA')) as CryptoKey;
    return new SigningKeys({ kid: publicKey.kid, key: signing }, publicKeys);
  }

  /** The compact JWS of these claims. */
  sign(claims: JWTPayload): Promise<string> {
    const header = { alg: 'EdDSA', kid: this.#first.kid, typ: 'JWT' };
    return new SignJWT(claims).setProtectedHeader(header).sign(this.#first.key);
  }
}

/** The compact JWS of these claims, HS256: for an external engine that shares the secret. */
export function signWithSecret(claims: JWTPayload, secret: string): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(new TextEncoder().encode(secret));
}

/** True for what `SigningKeys.read` can read. */
export function isSigningKeySet(text: string): boolean {
  try {
    return JwkSet.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

async function publicKeyOf({ kty, crv, x }: z.output<typeof PrivateJwk>): Promise<PublicJwk> {
  const kid = await calculateJwkThumbprint({ kty, crv, x });
  return { kid, kty, crv, x, alg: 'EdDSA', use: 'sig' };
}
