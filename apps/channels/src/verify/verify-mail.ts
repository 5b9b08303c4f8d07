import { Resolver } from 'node:dns/promises';
import { Readable } from 'node:stream';

import { LRUCache } from '@parley/service-kit/cache';
import { authenticate } from 'mailauth';

import type { MailPieces } from '../email/worker-thread.ts';
import type { MailAuth, MailOrigin } from './mail-auth.ts';

export interface VerifyOptions extends MailOrigin {
  /** The name under which mail arrives here. */
  mta: string;
}

const lookupMs = 3_000;
const cachedMs = 60_000;

type Lookup = (name: string, type: string) => Promise<unknown>;

/**
 * Verifies SPF, DKIM, DMARC and ARC. Runs in a thread of its own: a large mail takes time.
 * @param servers name servers; none: those of the system
 */
export function mailVerification(servers: readonly string[]) {
  const resolver = cached(lookupBy(servers));
  return (mail: MailPieces, options: VerifyOptions) => verify(mail, options, resolver);
}

async function verify(mail: MailPieces, { mta, ip, helo, sender }: VerifyOptions, resolver: Lookup): Promise<MailAuth> {
  const origin = ip === undefined ? { trustReceived: true } : { ip, ...(helo && { helo }), sender: sender ?? '' };
  const { spf, dkim, dmarc, arc } = await authenticate(Readable.from(mail, { objectMode: false }), {
    ...origin,
    ...{ mta, disableBimi: true, resolver: resolver as never },
  });
  const signatures = dkim.results ?? [];
  const dkimResults = signatures.map(({ status }) => status.result);
  // One good signature is enough, that of the sender's own domain first.
  const best = signatures.find(({ status }) => status.result === 'pass' && status.aligned) ?? undefined;
  const { result: dmarcResult, policy } = dmarc
    ? { result: dmarc.status.result, policy: dmarc.policy }
    : { result: 'none', policy: undefined };
  const isAligned = best !== undefined || dmarcResult === 'pass';
  return {
    spf: spf ? spf.status.result : 'none',
    dkim: dkimResults.includes('pass') ? 'pass' : (dkimResults[0] ?? 'none'),
    dmarc: dmarcResult,
    arc: arc ? (arc.status?.result ?? 'none') : 'none',
    aligned: isAligned,
    ...(policy && { policy }),
  };
}

function lookupBy(servers: readonly string[]): Lookup {
  const resolver = new Resolver({ timeout: lookupMs, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  return (name, type) => resolver.resolve(name, type as 'TXT');
}

/** Keeps answers of name servers, also that there is nothing, for a short time. */
function cached(lookup: Lookup): Lookup {
  const lookups = new LRUCache<string, Promise<unknown>>({ max: 2_000, ttl: cachedMs });
  return (name, type) => {
    const key = `${type} ${name}`;
    const known = lookups.get(key);
    if (known) return known;
    const answer = lookup(name, type);
    lookups.set(key, answer);
    // A server that does not answer is asked again.
    answer.catch(({ code }: { code?: string }) => {
      if (code !== 'ENOTFOUND' && code !== 'ENODATA') lookups.delete(key);
    });
    return answer;
  };
}
