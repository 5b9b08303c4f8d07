import { isParleyError } from '../core/errors.ts';
import { createParley } from '../core/parley.ts';
import type { OperationSpec } from '../core/types.ts';
import type { SignedInUserView } from '../generated/types.ts';
import { channelTo } from './platform.ts';

/** How long before its expiry a token is renewed. */
const earlyMs = 60_000;

interface SessionAnswer {
  signed_in: true;
  token: string;
  /** When the token expires. */
  expiresAt: string;
  session: { _id: string; createdAt: string; expiresAt: string };
  user: SignedInUserView;
}

export type SessionUser = SessionAnswer['user'];

export type SessionCredentials =
  | { email: string; password: string }
  | { code: string }
  | { link: string; password: string }
  | ({ challenge: string } & ({ code: string } | { recovery_code: string } | { assertion: object }));

export interface BrowserSession {
  /** Who is signed in, as far as known; `resume` asks the API. */
  readonly user: SessionUser | undefined;
  /** For `createParley({ token: session.token })`. Kept only in memory, valid for 15 minutes. */
  readonly token: (refused: boolean) => Promise<string | undefined>;
  /** Finds out whether the browser is signed in, after a reload. */
  resume(): Promise<SessionUser | undefined>;
  /**
   * With `challenge` of a `second_factor_required`, answers it.
   * @throws ParleyError `invalid_credentials`, `second_factor_required`, `sign_in_code_invalid`, `rate_limited`
   */
  signIn(credentials: SessionCredentials): Promise<SessionUser>;
  /** @returns where the session at the identity provider ends, if one has made this session: lead the browser there */
  signOut(): Promise<string | undefined>;
  /**
   * The person has changed, in this tab or another.
   * @param listener `isSignedOut`: the user has signed out; otherwise the session has expired or was revoked
   * @returns removes the listener
   */
  onChange(listener: (user: SessionUser | undefined, isSignedOut: boolean) => void): () => void;
  close(): void;
}

const session = (name: string, address: string): OperationSpec => ({
  name,
  address,
  once: true,
  credentials: 'include',
});
const create = session('createSession', 'POST /v3/auth/session');
const answer = session('createSessionWithFactor', 'POST /v3/auth/session/factor');
const link = session('linkOidc', 'POST /v3/auth/session/link');

function callOf(credentials: SessionCredentials): [OperationSpec, object] {
  if ('link' in credentials) return [link, { challenge: credentials.link, password: credentials.password }];
  return ['challenge' in credentials ? answer : create, credentials];
}

const renew: OperationSpec = {
  ...session('renewSession', 'POST /v3/auth/session/token'),
  once: undefined,
  query: ['optional'],
};
const end: OperationSpec = { ...session('deleteSession', 'DELETE /v3/auth/session'), once: undefined };

/**
 * The session of a person in a browser, on pages of the API's own origin: a cookie that no script can read, and 15-minute
 * tokens that are never stored.
 */
export function browserSession({ url }: { url: string }): BrowserSession {
  const parley = createParley({ url });
  const listeners = new Set<Parameters<BrowserSession['onChange']>[0]>();
  let current: SessionAnswer | undefined;
  let renewing: Promise<SessionAnswer | undefined> | undefined;
  /** Counts sign-ins and sign-outs in all tabs: a renewal that started before one belongs to another session. */
  let changes = 0;

  const become = (next: SessionAnswer | undefined, isSignedOut = false) => {
    const hasChanged = current?.user._id !== next?.user._id;
    current = next;
    // A sign-out in another tab may arrive after the refusal that it caused; it gives the reason.
    if (hasChanged || isSignedOut) for (const listener of [...listeners]) listener(next?.user, isSignedOut);
  };
  const renewOnce = () => {
    renewing ??= parley
      .send<SessionAnswer | { signed_in: false }>(renew, { optional: true })
      .then(({ data }) => (data.signed_in ? data : undefined))
      .catch((error: unknown) => {
        // Servers before `optional` refuse a browser without a session.
        if (isParleyError(error) && error.status === 401) return undefined;
        throw error;
      })
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  };
  const resume = async () => {
    const before = changes;
    const next = await renewOnce();
    if (before === changes) become(next);
    return current?.user;
  };
  const supersede = () => {
    changes += 1;
    renewing = undefined;
  };
  // Another tab has signed in or out: the cookie was replaced or removed.
  const channel = channelTo(`parley-session:${parley.url}`, (message) => {
    supersede();
    if (message === 'signed_out') become(undefined, true);
    else void resume().catch(() => become(undefined));
  });

  return {
    get user() {
      return current?.user;
    },
    resume,
    token: async (refused) => {
      if (refused || !current || Date.parse(current.expiresAt) - Date.now() < earlyMs) await resume();
      return current?.token;
    },
    signIn: async (credentials) => {
      const { data } = await parley.send<SessionAnswer>(...callOf(credentials));
      supersede();
      become(data);
      channel.post('signed_in');
      return data.user;
    },
    signOut: async () => {
      const { data } = await parley.send<{ logout_url?: string }>(end);
      supersede();
      become(undefined, true);
      channel.post('signed_out');
      return data.logout_url;
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => channel.close(),
  };
}
