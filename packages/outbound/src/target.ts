import { isIP } from 'node:net';
import { list } from '@parley/service-kit/config';
import { type AddressList, addressList, readAddressEntry } from '@parley/service-kit/security';
import { z } from 'zod';

import { carriedAddresses, isLoopbackAddress, isSpecialAddress } from './special-address.ts';

const hostName = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*$/i;
const portAtEnd = /:\d{1,5}$/;

const places = list().pipe(
  z.array(
    z
      .string()
      .refine(
        (entry) => readAddressEntry(entry) !== undefined || hostName.test(entry.replace(portAtEnd, '')),
        'must be host names, with or without a port, and blocks',
      ),
  ),
);

/** What a service that calls addresses from outside reads of its environment. Source: contract 50 section 9. */
export const outboundConfig = {
  /** Host names, each with or without a port, and blocks that may be called despite all rules, also without TLS. */
  OUTBOUND_ALLOW: places,
  /** Further host names and blocks that must not be called, like the cluster's own. */
  OUTBOUND_DENY: places,
  /** Ports of this machine that must not be called, even if `OUTBOUND_ALLOW` names it: those of the services. */
  OUTBOUND_DENY_PORTS: list().pipe(
    z.array(
      z
        .string()
        .regex(/^\d{1,5}$/, 'must be ports')
        .transform(Number),
    ),
  ),
};

type OutboundConfig = z.output<z.ZodObject<typeof outboundConfig>>;

/** What `createOutbound` takes, from the environment. */
export function outboundOptions(config: OutboundConfig) {
  return { allow: config.OUTBOUND_ALLOW, deny: config.OUTBOUND_DENY, denyPorts: config.OUTBOUND_DENY_PORTS };
}

/** The parsed address of a call, before any look-up. */
export interface Target {
  /** A name, lower-case, without a final dot; or an address, without brackets. */
  host: string;
  isAddress: boolean;
  port: number;
  /** `http`, or port 80: for places of the operator's choice only. */
  isPlain: boolean;
}

/** A target that has a URL. */
export interface WebTarget extends Target {
  url: URL;
}

/** What the operator allows and denies. */
export interface Places {
  /** Names and addresses, some of them with one port: `localhost:8080`. */
  hosts: ReadonlySet<string>;
  addresses: AddressList;
}

/** Reads entries of `OUTBOUND_ALLOW` or `OUTBOUND_DENY`. */
export function placesOf(entries: readonly string[]): Places {
  const isBlock = (entry: string) => readAddressEntry(entry) !== undefined;
  return {
    hosts: new Set(entries.filter((entry) => !isBlock(entry)).map((entry) => entry.toLowerCase())),
    addresses: addressList(entries.filter(isBlock)),
  };
}

/** @returns undefined for what is never called: no http(s) URL, credentials or a fragment in it, a port below 1024 other than 80 and 443 */
export function readTarget(text: string): WebTarget | undefined {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  if (url.username !== '' || url.password !== '' || url.href.includes('#')) return undefined;

  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  if (port !== 443 && port !== 80 && port < 1024) return undefined;

  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
  if (host === '') return undefined;
  return { url, host, isAddress: isIP(host) !== 0, port, isPlain: url.protocol === 'http:' || port === 80 };
}

/** @returns undefined for what is no host */
export function hostTarget({
  host: text,
  port,
  isPlain,
}: Pick<Target, 'host' | 'port' | 'isPlain'>): Target | undefined {
  const host = text
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.+$/, '')
    .toLowerCase();
  const isAddress = isIP(host) !== 0;
  return isAddress || hostName.test(host) ? { host, isAddress, port, isPlain } : undefined;
}

const innerNames = /(^|\.)(localhost|local|internal|svc|cluster\.local)$/;

/** True for a host that is named itself, at each of its ports or at this one. */
export function isNamed({ host, port }: Target, { hosts }: Places): boolean {
  return hosts.has(host) || hosts.has(`${host}:${port}`);
}

/** True for names of the internal network. */
function isInnerName({ host, isAddress }: Target): boolean {
  return !isAddress && (innerNames.test(host) || !host.includes('.'));
}

/** True for one of these ports of this machine, whatever its name or address. */
export function isOwnPort({ port }: Target, addresses: readonly string[], ownPorts: ReadonlySet<number>): boolean {
  return ownPorts.has(port) && addresses.some(isLoopbackAddress);
}

/** Judges where a target leads: one refused address refuses it. What the operator allows comes first. */
export function isReachable(target: Target, addresses: readonly string[], allow: Places, deny: Places): boolean {
  if (isNamed(target, allow)) return true;
  const onlyIfAllowed = needsAllowance(target, deny);
  return addresses.every((address) => {
    if (allow.addresses.has(address)) return true;
    const isDenied = [address, ...carriedAddresses(address)].some((place) => deny.addresses.has(place));
    return !onlyIfAllowed && !isDenied && !isSpecialAddress(address);
  });
}

/** True for targets that are refused unless the operator allows them by name or address. */
export function needsAllowance(target: Target, deny: Places): boolean {
  return target.isPlain || isInnerName(target) || isNamed(target, deny);
}
