import type { RequestRow } from '@parley/sdk';

import type { Settings } from './settings.ts';

interface Kept {
  token: string;
  /** Whether the panel was open when the page was left. */
  isOpen: boolean;
}

interface Stored {
  visitor?: { id: string; token: string; expiresAt: number };
  data?: Record<string, { isOpen?: boolean }>;
}

/** The visitor that a former page has signed in, as `guestSession` keeps them. */
export function keptVisitor(project: string, { persistence, cookieDomain }: Settings): Kept | undefined {
  const name = `parley:${project}`;
  try {
    const kept = persistence === 'local' ? localStorage : persistence === 'session' ? sessionStorage : undefined;
    const { visitor, data } = JSON.parse(kept?.getItem(name) ?? '{}') as Stored;
    const known = visitor ?? (cookieDomain === undefined ? undefined : inCookie(name));
    if (!known || known.expiresAt <= Date.now()) return undefined;
    return { token: known.token, isOpen: data?.[known.id]?.isOpen === true };
  } catch {
    // Blocked or spoilt: nobody is known.
    return undefined;
  }
}

function inCookie(name: string): Stored['visitor'] {
  const pairs = document.cookie.split('; ').map((pair) => pair.split('='));
  const value = pairs.find(([key]) => key === encodeURIComponent(name))?.[1];
  return value === undefined ? undefined : (JSON.parse(decodeURIComponent(value)) as Stored['visitor']);
}

/** Everything that is kept of the project's visitor. */
export function forgetVisitor(project: string): void {
  const name = `parley:${project}`;
  try {
    for (const kept of [localStorage, sessionStorage])
      for (const key of [name, calloutKey(project)]) kept.removeItem(key);
  } catch {
    // Nothing could be kept, either.
  }
}

/** Whether the invitation was never shown here. @param mayKeep whether that may be remembered */
export function isFirstCallout(project: string, mayKeep: boolean): boolean {
  try {
    if (localStorage.getItem(calloutKey(project))) return false;
    if (mayKeep) localStorage.setItem(calloutKey(project), '1');
  } catch {
    // Once per page, then.
  }
  return true;
}

function calloutKey(project: string): string {
  return `parley:${project}:callout`;
}

export interface Conversations {
  hasOpen: boolean;
  unread: number;
}

/** One call: whether there is an open conversation, and what is unread. `undefined` when the API refuses the visitor or cannot be reached. */
export async function fetchConversations(
  api: string,
  project: string,
  token: string,
): Promise<Conversations | undefined> {
  try {
    const response = await fetch(`${api}/v3/${project}/requests/me?view=row&preflight=true`, {
      headers: { authorization: token },
      credentials: 'omit',
      signal: AbortSignal.timeout(30_000),
    });
    if (!response.ok) return undefined;
    const { requests } = (await response.json()) as { requests: RequestRow[] };
    return {
      hasOpen: requests.some(({ status }) => status < 1000),
      unread: requests.reduce((sum, { read }) => sum + (read?.unread ?? 0), 0),
    };
  } catch {
    return undefined;
  }
}
