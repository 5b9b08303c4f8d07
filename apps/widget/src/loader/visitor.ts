import type { Settings } from './settings.ts';

interface Visitor {
  id: string;
  expiresAt: number;
}

interface Stored {
  visitor?: Visitor;
  data?: Record<string, { isOpen?: boolean }>;
}

/**
 * Whether a former page has signed a visitor in, as `guestSession` keeps them.
 * @returns undefined when nobody is known; else whether the panel was open when that page was left
 */
export function keptVisitor(project: string, { persistence, cookieDomain }: Settings): { isOpen: boolean } | undefined {
  const name = `parley:${project}`;
  try {
    const kept = persistence === 'local' ? localStorage : persistence === 'session' ? sessionStorage : undefined;
    const { visitor = cookieDomain && inCookie(name), data } = JSON.parse(kept?.getItem(name) ?? '{}') as Stored;
    return visitor && visitor.expiresAt > Date.now() ? { isOpen: data?.[visitor.id]?.isOpen === true } : undefined;
  } catch {
    // Blocked or spoilt: nobody is known.
    return undefined;
  }
}

function inCookie(name: string): Visitor | undefined {
  const value = document.cookie.split(`${encodeURIComponent(name)}=`)[1];
  return value === undefined ? undefined : JSON.parse(decodeURIComponent(value.split(';')[0] ?? ''));
}
