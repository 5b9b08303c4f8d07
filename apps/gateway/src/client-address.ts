import type { IncomingMessage } from 'node:http';

import { type AddressList, canonicalAddress } from '@parley/service-kit/security';

/** Used when the socket has closed already. */
const unknownAddress = '0.0.0.0';

/**
 * The client's address: the right-most entry of `X-Forwarded-For` that is not one of our own proxies, else the
 * socket's. Anything further left was written by the client. Source: contract 10 section 11.
 */
export function clientAddressOf(req: IncomingMessage, trusted: AddressList): string {
  const peer = peerOf(req);
  if (trusted.size === 0 || !trusted.has(peer)) return peer;

  let nearest = peer;
  const hops = String(req.headers['x-forwarded-for'] ?? '').split(',');
  for (const hop of hops.reverse()) {
    const address = canonicalAddress(hop.trim());
    // Trusted proxies write addresses; anything else was written by the client.
    if (address === undefined) return nearest;
    nearest = address;
    if (!trusted.has(address)) return address;
  }
  return nearest;
}

/** True if the call came over TLS, according to the nearest trusted proxy. */
export function isOverTls(req: IncomingMessage, trusted: AddressList): boolean {
  if ('encrypted' in req.socket && req.socket.encrypted === true) return true;
  if (trusted.size === 0 || !trusted.has(peerOf(req))) return false;
  const protocols = String(req.headers['x-forwarded-proto'] ?? '').split(',');
  return protocols.at(-1)?.trim().toLowerCase() === 'https';
}

// One connection carries many calls, and its address never changes.
const peers = new WeakMap<object, string>();

/** The other end of the connection, as a canonical address. */
export function peerOf({ socket }: IncomingMessage): string {
  const known = peers.get(socket);
  if (known !== undefined) return known;
  const peer = canonicalAddress(socket.remoteAddress) ?? unknownAddress;
  peers.set(socket, peer);
  return peer;
}
