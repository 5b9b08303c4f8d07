import { createHmac, timingSafeEqual } from 'node:crypto';

/** The signed claims of a URL. */
export interface Signed {
  projectId: string;
  path: string;
  /** Unix seconds. */
  expires: number;
}

/** Lifetime of links in mails. Source: contract 26 section 6.1. */
export const linkSeconds = 30 * 86_400;

/** Signing keys by id; the first one signs. */
export type SigningKeys = readonly { kid: string; secret: string }[];

const entry = /^([\w-]{1,32}):(\S{32,})$/;

/** `kid:secret,kid:secret`. */
export function readSigningKeys(text: string): SigningKeys {
  return text.split(',').flatMap((part) => {
    const match = entry.exec(part.trim());
    return match ? [{ kid: match[1] ?? '', secret: match[2] ?? '' }] : [];
  });
}

export function areSigningKeys(text: string): boolean {
  return text.split(',').every((part) => entry.test(part.trim()));
}

/** `<kid>.<base64url>`. Source: contract 70 section 5.1. */
export function sign(keys: SigningKeys, signed: Signed): string {
  const [key] = keys;
  if (!key) throw new Error('there is no key to sign with');
  return `${key.kid}.${hmac(key.secret, signed).toString('base64url')}`;
}

/** Address of a file that is read by its signature alone. */
export function signedUrl(origin: string, keys: SigningKeys, signed: Signed): string {
  const { path, expires } = signed;
  return `${origin}/v3/files?${new URLSearchParams({ path, expires: String(expires), signature: sign(keys, signed) })}`;
}

/** Whether one of the keys made this signature; does not check its age. */
export function isSigned(keys: SigningKeys, signed: Signed, signature: string): boolean {
  const [, kid, mac] = /^([\w-]{1,32})\.([\w-]{43})$/.exec(signature) ?? [];
  const given = Buffer.from(mac ?? '', 'base64url');
  // The encoding has spare bits in its last character: only the canonical spelling is accepted.
  if (!mac || given.toString('base64url') !== mac) return false;
  // Derived keys have one name, whichever `DATA_KEY` they come from.
  return keys
    .filter((one) => one.kid === kid)
    .map(({ secret }) => hmac(secret, signed))
    .some((right) => given.length === right.length && timingSafeEqual(given, right));
}

function hmac(secret: string, { projectId, path, expires }: Signed): Buffer {
  return createHmac('sha256', secret).update(`v1\n${projectId}\n${path}\n${expires}`).digest();
}
