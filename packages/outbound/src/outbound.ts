import { commonErrors } from '@parley/contracts';

import { type OutboundAnswer, type OutboundRequest, sendPinned } from './pinned-request.ts';
import { type Resolve, resolveByDns } from './resolve.ts';
import {
  hostTarget,
  isNamed,
  isOwnPort,
  isReachable,
  needsAllowance,
  placesOf,
  readTarget,
  type Target,
} from './target.ts';

/**
 * The one way to call an address that came from outside: webhook targets, bots, engines. Source: contract 50 section 9.
 */
export interface Outbound {
  /**
   * Checks addresses that a record is about to store; null and undefined pass. A name that does not resolve, or not in time, passes: each
   * call checks again. The error names neither address nor reason, which would describe the internal network.
   * @throws url_not_allowed
   */
  check(addresses: Iterable<string | null | undefined>): Promise<void>;
  /** Those of these addresses that `check` refuses. */
  refusedAmong(addresses: Iterable<string | null | undefined>): Promise<ReadonlySet<string>>;
  /**
   * Looks up a host of another protocol and checks it, for a connection to one of the addresses that are answered. The caller decides
   * which ports may be named.
   * @param place `isPlain`: unencrypted, which is for places that the operator has named
   */
  resolveHost(place: HostPlace): Promise<{ outcome: 'ok' | 'url_not_allowed' | 'dns'; addresses: readonly string[] }>;
  /** Resolves the address, checks it and posts to it. Never rejects: see `outcome`. */
  post(address: string, request: OutboundRequest): Promise<OutboundAnswer>;
  /** The same by GET, without a body. */
  get(address: string, request: Omit<OutboundRequest, 'body'>): Promise<OutboundAnswer>;
}

export interface HostPlace {
  host: string;
  port: number;
  isPlain: boolean;
}

export interface OutboundOptions {
  /** `OUTBOUND_ALLOW`: judged before all rules. */
  allow?: readonly string[];
  /** `OUTBOUND_DENY`. */
  deny?: readonly string[];
  /** `OUTBOUND_DENY_PORTS`: judged before `allow`. */
  denyPorts?: readonly number[];
  /** How names are looked up; default: by name servers. */
  resolve?: Resolve;
  /** Certificates to trust in the place of the system's, in PEM. */
  ca?: readonly string[];
}

/** Names looked up by one `check`; each call checks again anyway. */
const maxNames = 100;

/** Makes the client for addresses that came from outside; it keeps no connections. */
export function createOutbound({
  allow = [],
  deny = [],
  denyPorts = [],
  resolve = resolveByDns,
  ca,
}: OutboundOptions = {}): Outbound {
  const allowed = placesOf(allow);
  const ownPorts = new Set(denyPorts);
  const denied = placesOf(deny);
  const addressesOf = async (target: Target): Promise<string[]> => {
    if (target.isAddress) return [target.host];
    return resolve(target.host, isNamed(target, allowed)).catch(() => []);
  };
  const judge = (target: Target, addresses: readonly string[]): OutboundAnswer['outcome'] => {
    if (isOwnPort(target, addresses, ownPorts)) return 'url_not_allowed';
    const isUnknown = addresses.length === 0 && !isNamed(target, allowed);
    if (isUnknown && needsAllowance(target, denied)) return 'url_not_allowed';
    if (!isReachable(target, addresses, allowed, denied)) return 'url_not_allowed';
    return addresses.length === 0 ? 'dns' : 'ok';
  };
  const mayBeCalled = async (target: Target): Promise<boolean> =>
    judge(target, await addressesOf(target)) !== 'url_not_allowed';

  const isPublic = (target: Target) =>
    !needsAllowance(target, denied) || (isNamed(target, allowed) && !ownPorts.has(target.port));
  const placeOf = ({ host, port, isPlain }: Target) => `${host} ${port} ${isPlain}`;

  const refusedAmong: Outbound['refusedAmong'] = async (addresses) => {
    const texts = new Set([...addresses].filter((address) => typeof address === 'string'));
    const targets = new Map([...texts].map((text) => [text, readTarget(text)]));
    const known = [...targets.values()].filter((target) => target !== undefined);
    const places = new Map(known.map((target) => [placeOf(target), target]));
    const names = [...places.values()].filter(({ isAddress }) => !isAddress);
    const unasked = new Set(names.slice(maxNames));
    const verdicts = new Map(
      await Promise.all(
        [...places].map(async ([place, target]) => {
          const mayBe = unasked.has(target) ? isPublic(target) : await mayBeCalled(target);
          return [place, mayBe] as const;
        }),
      ),
    );
    const isRefused = ([, target]: [string, Target | undefined]) => !target || !verdicts.get(placeOf(target));
    return new Set([...targets].filter(isRefused).map(([text]) => text));
  };

  return {
    refusedAmong,
    async resolveHost(place) {
      const target = hostTarget(place);
      if (target === undefined) return { outcome: 'url_not_allowed', addresses: [] };
      const addresses = await addressesOf(target);
      const outcome = judge(target, addresses) as 'ok' | 'url_not_allowed' | 'dns';
      return { outcome, addresses: outcome === 'ok' ? addresses : [] };
    },
    async check(addresses) {
      if ((await refusedAmong(addresses)).size > 0) throw commonErrors.url_not_allowed();
    },
    post: (address, request) => send('POST', address, request),
    get: (address, request) => send('GET', address, { ...request, body: '' }),
  };

  async function send(method: 'GET' | 'POST', address: string, request: OutboundRequest): Promise<OutboundAnswer> {
    const startedAt = Date.now();
    const refused = (outcome: 'url_not_allowed' | 'dns'): OutboundAnswer => ({
      ...{ outcome, headers: {}, body: Buffer.alloc(0), durationMs: Date.now() - startedAt },
    });
    const target = readTarget(address);
    if (target === undefined) return refused('url_not_allowed');

    const addresses = await addressesOf(target);
    const verdict = judge(target, addresses);
    if (verdict === 'url_not_allowed' || verdict === 'dns') return refused(verdict);
    return sendPinned(target, addresses, request, { method, startedAt, ca });
  }
}
