import type { IncomingMessage } from 'node:http';

import { addressList } from '@parley/service-kit/security';

import { clientAddressOf, isOverTls } from './client-address.ts';

const proxies = ['10.0.0.0/8', '::1'];

function request(remoteAddress: string, headers: Record<string, string> = {}, encrypted = false): IncomingMessage {
  return { socket: { remoteAddress, encrypted }, headers } as unknown as IncomingMessage;
}

it.each([
  ['the socket, when no proxy is trusted', [], '203.0.113.7', '1.1.1.1', '203.0.113.7'],
  ['the socket, when it is not a trusted proxy', proxies, '203.0.113.7', '1.1.1.1', '203.0.113.7'],
  ['the last hop before our proxies', proxies, '10.0.0.1', '198.51.100.2, 203.0.113.7', '203.0.113.7'],
  ['that, with several proxies of ours', proxies, '10.0.0.1', '203.0.113.7, 10.1.1.1, 10.2.2.2', '203.0.113.7'],
  ['a forged entry never', proxies, '10.0.0.1', '127.0.0.1, 10.9.9.9, 203.0.113.7', '203.0.113.7'],
  ['the proxy, when it names no client', proxies, '10.0.0.1', '', '10.0.0.1'],
  ['the nearest hop known, when what follows is no address', proxies, '10.0.0.1', 'unknown, 10.1.1.1', '10.1.1.1'],
  ['the first of all, when all are ours', proxies, '::1', '10.3.3.3, 10.1.1.1', '10.3.3.3'],
  ['an IPv4-mapped address as IPv4', proxies, '::ffff:10.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
])('takes as client %s', (_, trusted, socket, forwarded, expected) => {
  expect(clientAddressOf(request(socket, { 'x-forwarded-for': forwarded }), addressList(trusted))).toBe(expected);
});

it.each([
  ['a trusted proxy says https', proxies, '10.0.0.1', { 'x-forwarded-proto': 'https' }, false, true],
  ['a trusted proxy says http', proxies, '10.0.0.1', { 'x-forwarded-proto': 'http' }, false, false],
  [
    'a client said https to a proxy that says http',
    proxies,
    '10.0.0.1',
    { 'x-forwarded-proto': 'https, http' },
    false,
    false,
  ],
  ['an untrusted peer says https', proxies, '203.0.113.7', { 'x-forwarded-proto': 'https' }, false, false],
  ['no proxy is trusted', [], '10.0.0.1', { 'x-forwarded-proto': 'https' }, false, false],
  ['the connection itself is encrypted', [], '203.0.113.7', {}, true, true],
])('judges TLS when %s', (_, trusted, socket, headers, encrypted, expected) => {
  expect(isOverTls(request(socket, headers as Record<string, string>, encrypted), addressList(trusted))).toBe(expected);
});
