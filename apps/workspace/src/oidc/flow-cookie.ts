/** The cookie that binds a sign-in on its way to an issuer to the browser that began it. Source: contract 12 section 2. */
export function flowCookie(value: string, { publicUrl, maxAgeMs }: { publicUrl: string; maxAgeMs: number }): string {
  // Lax: the browser comes back from another site.
  return `${nameOf(publicUrl)}=${value}; Max-Age=${Math.floor(maxAgeMs / 1000)}; Path=/; HttpOnly; SameSite=Lax${isOverTls(publicUrl) ? '; Secure' : ''}`;
}

/** The value in a `Cookie` header; undefined when there is none of its form. */
export function flowIn(header: string | undefined, publicUrl: string): string | undefined {
  const prefix = `${nameOf(publicUrl)}=`;
  const pair = header
    ?.split(';')
    .map((text) => text.trim())
    .find((text) => text.startsWith(prefix));
  const value = pair?.slice(prefix.length);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** Browsers take a name with this prefix over TLS only, and from no other host. */
function nameOf(publicUrl: string): string {
  return isOverTls(publicUrl) ? '__Host-parley-oidc' : 'parley-oidc';
}

function isOverTls(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
