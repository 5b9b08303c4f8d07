import type { AuthorizationOf, Credentials } from './types.ts';

/** However many calls wait, the function is called once at a time, and all of them get its result. */
export function authorizationOf(credentials: Credentials | undefined): AuthorizationOf {
  const give = typeof credentials === 'function' ? credentials : () => credentials;
  let asking: Promise<string | undefined> | undefined;
  let isRenewal = false;
  const ask = async (refused: boolean) => headerOf(await give(refused));
  const askTogether = async (refused: boolean) => {
    // A call that does not know of the refusal may get the refused value again.
    while (asking && refused && !isRenewal) await asking.catch(() => undefined);
    isRenewal ||= refused;
    asking ??= ask(refused).finally(() => {
      asking = undefined;
      isRenewal = false;
    });
    return asking;
  };
  return async (refused) => {
    let value = await askTogether(false);
    if (refused && value === refused) value = await askTogether(true);
    return value === refused ? undefined : value;
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
  if (/[^\x20-\x7e]/.test(token)) throw new TypeError('The token fits no header.');
  return token.includes(' ') ? token : `JWT ${token}`;
}
