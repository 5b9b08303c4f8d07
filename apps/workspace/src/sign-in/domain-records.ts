import { Resolver } from 'node:dns/promises';

/** Looks up the TXT records of a domain; nothing when no name server has answered. */
export type TxtRecords = (domain: string) => Promise<string[] | undefined>;

const timeoutMs = 3_000;
/** A domain that answers so has none. */
const without: ReadonlySet<unknown> = new Set(['ENODATA', 'ENOTFOUND']);

/** @param servers addresses of name servers; empty: those of the system */
export function txtRecords(servers: readonly string[]): TxtRecords {
  return async (domain) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
    if (servers.length > 0) resolver.setServers(servers);
    try {
      return (await resolver.resolveTxt(domain)).map((parts) => parts.join(''));
    } catch (error) {
      return without.has((error as { code?: unknown }).code) ? [] : undefined;
    }
  };
}
