import { isParleyError } from '../core/errors.ts';
import { createParley } from '../core/parley.ts';
import type { CallOptions } from '../core/types.ts';
import { signInAnonymously, signInWithCustomToken, signOut } from '../generated/operations.ts';
import { alone, channelTo, platform } from './platform.ts';
import { type Persistence, Store } from './store.ts';

/** How long before its expiry an exchanged token is renewed. */
const earlyMs = 60_000;
/** Time within which other tabs see what a tab stores. */
const propagationMs = 1_000;

export interface GuestSessionOptions {
  url: string;
  project: string;
  /** Where the visitor is stored; default `local`, the storage of the page's own origin. */
  persistence?: Persistence;
  /** Keeps the token in a cookie of this domain instead, for all its subdomains. */
  cookieDomain?: string;
}

export interface Visitor {
  id: string;
  token: string;
  /** Milliseconds. */
  expiresAt: number;
  /** Signed in with a token of the customer's own server. */
  isIdentified: boolean;
}

export type CustomToken = string | (() => string | Promise<string>);

export interface GuestSession {
  readonly visitor: Visitor | undefined;
  /** For `createParley({ token: guest.token })`: it never signs in a guest. */
  readonly token: (refused: boolean) => Promise<string | undefined>;
  /**
   * Returns the visitor, or signs in a guest if there is none: call it with the first message, never before.
   * @param options an `idempotencyKey`, a UUID that outlives the page, creates one guest even if the answer was lost and the page reloaded
   */
  signIn(guest?: { firstname?: string; lastname?: string; email?: string }, options?: CallOptions): Promise<Visitor>;
  /** Signs in the customer's own visitor. Calls are handled in order; if one fails, the previous visitor stays. */
  identify(token: CustomToken): Promise<Visitor>;
  /** Revokes the token and deletes everything, in every tab. */
  signOut(): Promise<void>;
  /** Deletes everything on this device, without revoking the token. */
  erase(): void;
  /** Data that the page stores with the visitor (open requests, drafts), and that is deleted with them. */
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  keepIn(persistence: Persistence): void;
  onChange(listener: (visitor: Visitor | undefined) => void): () => void;
  close(): void;
}

interface Stored {
  visitor: Visitor;
  /** The guest of this device before a user was identified. */
  guest: Visitor;
  /** The page's data, by visitor. */
  data: Record<string, Record<string, unknown>>;
}

interface SignedIn {
  token: string;
  expiresAt: string;
  user: { _id?: unknown };
}

/** A visitor of a website: stored in the site's own storage, and created by the first message, not by a page view. */
export function guestSession({ url, project, persistence = 'local', cookieDomain }: GuestSessionOptions): GuestSession {
  const name = `parley:${project}`;
  const store = new Store<Stored>(name, persistence);
  const cookie = cookieDomain === undefined ? undefined : new TokenCookie(name, cookieDomain);
  const listeners = new Set<(visitor: Visitor | undefined) => void>();
  let custom: CustomToken | undefined;
  let changes: Promise<unknown> = Promise.resolve();
  let known = read();

  function read(): Visitor | undefined {
    const visitor = store.read().visitor ?? cookie?.read();
    return visitor && visitor.expiresAt > Date.now() ? visitor : undefined;
  }
  /** Notifies listeners if the visitor is another one. */
  function check(): void {
    const before = known?.id;
    known = read();
    if (known?.id !== before) for (const listener of [...listeners]) listener(known);
  }
  /** Another tab is about to announce its visitor. */
  function change(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        listeners.delete(end);
        resolve();
      };
      const timer = setTimeout(end, propagationMs);
      listeners.add(end);
    });
  }
  const channel = channelTo(name, (message) => {
    const { visitor } = message as { visitor: Visitor | null };
    // Faster than the storage, which other tabs see later.
    // With `session`, each tab has its own visitor.
    if (persistence === 'local') visitor ? store.change({ visitor }) : store.erase();
    check();
  });
  // Tabs without a channel learn it from the storage.
  const onStorage = (event: Event) => {
    if ((event as unknown as { key: string | null }).key === name) check();
  };
  platform.addEventListener?.('storage', onStorage);

  function become(visitor: Visitor): Visitor {
    const former = store.read();
    const { '': ofNobody, ...data } = former.data ?? {};
    store.change({
      visitor,
      ...(former.visitor && !former.visitor.isIdentified && { guest: former.visitor }),
      // Data from before the sign-in belongs to the guest.
      ...(ofNobody && !visitor.isIdentified && { data: { ...data, [visitor.id]: ofNobody } }),
    });
    cookie?.write(visitor);
    check();
    channel.post({ visitor });
    return visitor;
  }
  function forget(): void {
    store.erase();
    cookie?.erase();
    custom = undefined;
    check();
    channel.post({ visitor: null });
  }
  async function exchange(token: CustomToken): Promise<Visitor> {
    const given = typeof token === 'function' ? await token() : token;
    const answer = await signInWithCustomToken(createParley({ url, token: given }));
    return become(visitorOf(answer, true));
  }
  /** One change at a time, across all tabs. */
  function inOrder<T>(work: (hasWaited: boolean) => Promise<T>): Promise<T> {
    const result = changes.then(() => alone(name, work));
    changes = result.catch(() => undefined);
    return result;
  }

  /** Unless the visitor has changed meanwhile. */
  function renewed(token: CustomToken): Promise<string | undefined> {
    const work = async () => (custom === token ? await exchange(token) : read())?.token;
    return inOrder(work).catch((error: unknown) => {
      // Only a refusal means that there is no other token; after an outage, ask again.
      if (isParleyError(error) && (error.status === 401 || error.status === 403)) return undefined;
      throw error;
    });
  }

  return {
    get visitor() {
      return read();
    },
    token: async (refused) => {
      const visitor = read();
      if (visitor && !refused && visitor.expiresAt - Date.now() > earlyMs) return visitor.token;
      if (typeof custom === 'function') return renewed(custom);
      // A refused guest no longer exists: the next message creates a new one.
      if (visitor && refused) forget();
      return read()?.token;
    },
    signIn: (guest = {}, options = {}) =>
      inOrder(async (hasWaited) => {
        check();
        // Another tab's write may not be visible here yet.
        if (!known && hasWaited) await change();
        if (known) return known;
        const answer = await signInAnonymously(createParley({ url }), { id_project: project, ...guest }, options);
        return become(visitorOf(answer, false));
      }),
    identify: (token) =>
      inOrder(async () => {
        const visitor = await exchange(token);
        custom = token;
        return visitor;
      }),
    signOut: () =>
      inOrder(async () => {
        const token = read()?.token;
        forget();
        // A refused token has already expired.
        if (token) await signOut(createParley({ url, token })).catch(() => undefined);
      }),
    erase: forget,
    read: (member) => store.read().data?.[known?.id ?? '']?.[member],
    write: (member, value) => {
      const { data = {} } = store.read();
      const id = known?.id ?? '';
      store.change({ data: { ...data, [id]: { ...data[id], [member]: value } } });
    },
    keepIn: (next) => store.keepIn(next),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      channel.close();
      platform.removeEventListener?.('storage', onStorage);
    },
  };
}

function visitorOf({ token, expiresAt, user }: SignedIn, isIdentified: boolean): Visitor {
  return { id: String(user._id), token, expiresAt: Date.parse(expiresAt), isIdentified };
}

/** A first-party cookie with the token alone. */
class TokenCookie {
  readonly #name: string;
  readonly #attributes: string;

  constructor(name: string, domain: string) {
    this.#name = encodeURIComponent(name);
    this.#attributes = `; Domain=${domain}; Path=/; SameSite=Lax; Secure`;
  }

  read(): Visitor | undefined {
    const pairs = (platform.document?.cookie ?? '').split('; ').map((pair) => pair.split('='));
    const value = pairs.find(([name]) => name === this.#name)?.[1];
    try {
      return value === undefined ? undefined : (JSON.parse(decodeURIComponent(value)) as Visitor);
    } catch {
      return undefined;
    }
  }

  write(visitor: Visitor): void {
    const maxAge = Math.max(0, Math.floor((visitor.expiresAt - Date.now()) / 1000));
    this.#set(`${encodeURIComponent(JSON.stringify(visitor))}; Max-Age=${maxAge}`);
  }

  erase(): void {
    this.#set('; Max-Age=0');
  }

  #set(value: string): void {
    if (platform.document) platform.document.cookie = `${this.#name}=${value}${this.#attributes}`;
  }
}
