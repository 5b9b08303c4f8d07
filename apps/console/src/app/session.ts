import { createParley, isParleyError, type Parley } from '@parley/sdk';
import { type BrowserSession, browserSession, type SessionCredentials, type SessionUser } from '@parley/sdk/browser';

import { openStore } from './storage.ts';

export interface SessionState {
  /**
   * `restoring` until it is known whether the browser has a session; `ended` when the one of this page is no more, though no one has signed
   * out in this browser.
   */
  status: 'restoring' | 'signed_out' | 'signed_in' | 'ended';
  user?: SessionUser;
  /** The printed link that led here had been used, or was too old. */
  isCodeRefused?: boolean;
}

/**
 * The person's session: the cookie, which no script reads, and the access token, which lives in a variable of the SDK alone.
 * Source: contract 80 section 5, contract 82 section 1.
 */
export class Session {
  /** For calls outside of projects. */
  readonly parley: Parley;
  readonly #url: string;
  readonly #browser: BrowserSession;
  readonly #listeners = new Set<() => void>();
  readonly #onSignIn: () => Promise<void>;
  #state: SessionState = { status: 'restoring' };

  /** @param onSignIn awaited before the person who has just signed in sees a page; must not fail */
  constructor(url: string, onSignIn: () => Promise<void>) {
    this.#url = url;
    this.#onSignIn = onSignIn;
    this.#browser = browserSession({ url });
    this.#browser.onChange((user, isSignedOut) => this.#become(user, { isSignedOut }));
    this.parley = createParley({ url, token: this.#browser.token });
  }

  /** For the calls of one project. */
  inProject(project: string): Parley {
    return createParley({ url: this.#url, project, token: this.#browser.token });
  }

  get state(): SessionState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Takes up the session of the cookie; with a code, signs in where there is none.
   * @throws ParleyError, ParleyNetworkError when it cannot be known whether there is one: the state stays `restoring`
   */
  async begin(code?: string): Promise<void> {
    const user = await this.#browser.resume();
    let isRefused = false;
    if (!user && code)
      await this.#browser.signIn({ code }).then(this.#onSignIn, (error: unknown) => {
        isRefused = isParleyError(error, 'sign_in_code_invalid');
        if (!isRefused) throw error;
      });
    this.#become(this.#browser.user, { isCodeRefused: isRefused });
  }

  /** @throws ParleyError `invalid_credentials`, `second_factor_required`, `rate_limited` */
  async signIn(credentials: SessionCredentials): Promise<void> {
    const user = await this.#browser.signIn(credentials);
    await this.#onSignIn();
    this.#become(user);
  }

  /** Ends it here and in all tabs, and at the identity provider; nothing of the person's work stays in the browser. */
  async signOut(): Promise<void> {
    const provider = await this.#browser.signOut();
    if (provider) location.assign(provider);
  }

  /** A session that ends under the person's hands leaves the page as it is, and asks for the password over it. */
  #become(
    user: SessionUser | undefined,
    { isSignedOut = false, isCodeRefused = false }: { isSignedOut?: boolean; isCodeRefused?: boolean } = {},
  ): void {
    const { user: known } = this.#state;
    // In each tab: another one may have kept something since.
    if (known && isSignedOut) openStore(known._id).clear().catch(reportError);
    if (user) this.#state = { status: 'signed_in', user };
    else if (known && !isSignedOut) this.#state = { status: 'ended', user: known };
    else this.#state = { status: 'signed_out', isCodeRefused };
    for (const listener of this.#listeners) listener();
  }
}
