import type { AuthorizationOf, Credentials } from './types.ts';

/** However many calls wait, the function is asked one at a time, and all of them get what it gives. */
export function authorizationOf(credentials: Credentials | undefined): AuthorizationOf {
  const give = typeof credentials === 'function' ? credentials : () => credentials;
  let asking: Promise<string | undefined> | undefined;
  const ask = async (refused: boolean) => {
    try {
      return headerOf(await give(refused));
    } finally {
      asking = undefined;
    }
  };
  const askTogether = (refused: boolean) => {
    asking ??= ask(refused);
    return asking;
  };
  return async (refused) => {
    const value = await askTogether(false);
    if (!refused || value !== refused) return value;
    const renewed = await askTogether(true);
    return renewed === refused ? undefined : renewed;
  };
}

function headerOf(
  credentials: string | { basic: { email: string; password: string } } | undefined,
): string | undefined {
  if (!credentials) return undefined;
  if (typeof credentials !== 'string') {
    const { email, password } = credentials.basic;
    return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${email}:${password}`)))}`;
  }
  const token = credentials.trim();
  // The platform would show the whole value in its own error.
  if (/[^\x20-\x7e]/.test(token)) throw new TypeError('The token does not fit into a header.');
  return token.includes(' ') ? token : `JWT ${token}`;
}
