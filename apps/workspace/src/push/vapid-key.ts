import { createECDH } from 'node:crypto';

import { type CryptoKey, importJWK, SignJWT } from 'jose';

const curve = 'prime256v1';
/** Push services accept at most 24 hours. */
const life = '12h';

export function isVapidPrivateKey(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text) && publicKeyOf(text) !== undefined;
}

/** By which push services recognise this installation: VAPID, RFC 8292. */
export class VapidKey {
  /** Uncompressed point in base64url: what browsers subscribe with. */
  readonly publicKey: string;
  readonly #key: CryptoKey;
  readonly #subject: string;

  private constructor(publicKey: string, key: CryptoKey, subject: string) {
    this.publicKey = publicKey;
    this.#key = key;
    this.#subject = subject;
  }

  /** @param subject whom operators of push services may write to: `mailto:` or `https:` */
  static async read(privateKey: string, subject: string): Promise<VapidKey> {
    const point = publicKeyOf(privateKey);
    if (!point) throw new Error('The private key is none of P-256.');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const jwk = { kty: 'EC', crv: 'P-256', d: privateKey, x, y };
    return new VapidKey(point.toString('base64url'), (await importJWK(jwk, 'ES256')) as CryptoKey, subject);
  }

  /** The header of a call to a push service. */
  async authorizationFor(endpoint: string): Promise<string> {
    const token = await new SignJWT({ sub: this.#subject })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(new URL(endpoint).origin)
      .setExpirationTime(life)
      .sign(this.#key);
    return `vapid t=${token}, k=${this.publicKey}`;
  }
}

function publicKeyOf(privateKey: string): Buffer | undefined {
  try {
    const ecdh = createECDH(curve);
    ecdh.setPrivateKey(privateKey, 'base64url');
    return ecdh.getPublicKey();
  } catch {
    return undefined;
  }
}
