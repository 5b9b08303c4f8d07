import { lookup, Resolver } from 'node:dns/promises';

import { withTimeout } from '@parley/service-kit/concurrency';

/**
 * All addresses of a name, IPv4 and IPv6; empty when there are none, or no answer within 2 s.
 * @param isOwn the operator named it: it may also stand in the hosts file of the machine
 */
export type Resolve = (host: string, isOwn: boolean) => Promise<string[]>;

const limitMs = 2_000;

/** Asks name servers, without the thread pool: a name server that hangs must hold up nothing else. */
export const resolveByDns: Resolve = async (host, isOwn) => {
  if (isOwn) return inTime(addressesOfSystem(host));
  const resolver = new Resolver({ timeout: limitMs, tries: 1 });
  const answers = Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return inTime(
    answers.then((both) => both.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))),
    () => resolver.cancel(),
  );
};

async function addressesOfSystem(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

/** @param found never rejects */
function inTime(found: Promise<string[]>, cancel = () => {}): Promise<string[]> {
  return withTimeout(found, limitMs, 'no answer in time').catch(() => {
    cancel();
    return [];
  });
}
