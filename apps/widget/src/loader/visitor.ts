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
    const { visitor, data } = JSON.parse(kept?.getItem(name) ?? '{}') as Stored;
    if (visitor && visitor.expiresAt > Date.now()) return { isOpen: data?.[visitor.id]?.isOpen === true };
    const isInCookie = cookieDomain && document.cookie.includes(`${encodeURIComponent(name)}=`);
    return isInCookie ? { isOpen: false } : undefined;
  } catch {
    // Blocked or spoilt: nobody is known.
    return undefined;
  }
}
