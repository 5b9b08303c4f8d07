import type { Settings } from './settings.ts';

interface Visitor {
  id: string;
  expiresAt: number;
}

interface Stored {
  visitor?: Visitor;
  data?: Record<string, { isOpen?: boolean; outbox?: unknown[] }>;
}

/**
 * Whether an earlier page has signed in a visitor, as `guestSession` stores them, or was about to: their first message is still unsent.
 * @returns undefined if no visitor is known; else whether the panel was open when that page was left
 */
export function keptVisitor(project: string, { persistence, cookieDomain }: Settings): { isOpen: boolean } | undefined {
  const name = `parley:${project}`;
  try {
    const kept = persistence === 'local' ? localStorage : persistence === 'session' ? sessionStorage : undefined;
    const { visitor, data } = JSON.parse(kept?.getItem(name) ?? '{}') as Stored;
    const id = visitor && visitor.expiresAt > Date.now() ? visitor.id : '';
    const own = data?.[id];
    if (id || own?.outbox?.[0]) return { isOpen: own?.isOpen === true };
    const isInCookie = cookieDomain && document.cookie.includes(`${encodeURIComponent(name)}=`);
    return isInCookie ? { isOpen: false } : undefined;
  } catch {
    // Blocked or corrupt: no visitor is known.
  }
}
