/** The cookie of a session: read by its endpoints and by nothing else. Source: contract 82 section 1. */
export interface CookieRules {
  publicUrl: string;
  maxAgeMs: number;
}

const attributes = 'Path=/v3/auth/session; HttpOnly; SameSite=Strict';

/** The `Set-Cookie` that hands the secret of a session to the browser. */
export function sessionCookie(secret: string, { publicUrl, maxAgeMs }: CookieRules): string {
  return `${nameOf(publicUrl)}=${secret}; Max-Age=${Math.floor(maxAgeMs / 1000)}; ${attributes}${secureOf(publicUrl)}`;
}

/** The `Set-Cookie` that takes it away. */
export function clearedCookie(publicUrl: string): string {
  return `${nameOf(publicUrl)}=; Max-Age=0; ${attributes}${secureOf(publicUrl)}`;
}

/** The secret in a `Cookie` header; undefined when there is none of its form. */
export function secretIn(header: string | undefined, publicUrl: string): string | undefined {
  const prefix = `${nameOf(publicUrl)}=`;
  const value = header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** Browsers take a name with this prefix over TLS only. */
function nameOf(publicUrl: string): string {
  return isOverTls(publicUrl) ? '__Secure-parley' : 'parley';
}

function secureOf(publicUrl: string): string {
  return isOverTls(publicUrl) ? '; Secure' : '';
}

function isOverTls(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
