import { createParley, type Parley } from '@parley/sdk';
import { type BrowserSession, browserSession, type SessionUser } from '@parley/sdk/browser';

export interface SessionState {
  /** `restoring` until it is known whether the browser has a session; `ended` when the one of this page is no more. */
  status: 'restoring' | 'signed_out' | 'signed_in' | 'ended';
  user?: SessionUser;
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
  #state: SessionState = { status: 'restoring' };
  #isLeaving = false;

  constructor(url: string) {
    this.#url = url;
    this.#browser = browserSession({ url });
    this.#browser.onChange((user) => this.#become(user));
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

  /** Takes up the session of the cookie; with a code, signs in where there is none. */
  async begin(code: string | undefined): Promise<void> {
    const user = await this.#browser.resume().catch(() => undefined);
    if (!user && code) await this.#browser.signIn({ code }).catch(() => undefined);
    this.#become(this.#browser.user);
  }

  /** @throws ParleyError `invalid_credentials`, `rate_limited` */
  async signIn(credentials: { email: string; password: string }): Promise<void> {
    this.#become(await this.#browser.signIn(credentials));
  }

  /** Ends it here and in all tabs. */
  async signOut(): Promise<void> {
    this.#isLeaving = true;
    try {
      await this.#browser.signOut();
    } finally {
      this.#isLeaving = false;
    }
  }

  /** A session that ends under the person's hands leaves the page as it is, and asks for the password over it. */
  #become(user: SessionUser | undefined): void {
    const { status, user: known } = this.#state;
    if (user) this.#state = { status: 'signed_in', user };
    else if (known && status === 'signed_in' && !this.#isLeaving) this.#state = { status: 'ended', user: known };
    else if (status !== 'ended') this.#state = { status: 'signed_out' };
    for (const listener of this.#listeners) listener();
  }
}
