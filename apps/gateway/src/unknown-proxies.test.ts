import { Writable } from 'node:stream';

import { createLogger } from '@parley/service-kit/observability';
import { addressList } from '@parley/service-kit/security';

import { UnknownProxies } from './unknown-proxies.ts';

function start(trusted: string[] = []) {
  const lines: string[] = [];
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const proxies = new UnknownProxies(addressList(trusted), createLogger({ service: 'gateway', level: 'info', to }));
  const notice = (remoteAddress: string, forwarded?: string) =>
    proxies.notice({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as never);
  return { proxies, lines, notice };
}

it('says once that a proxy is not trusted, and goes on saying so in the health report', () => {
  const { proxies, lines, notice } = start(['10.1.0.0/16']);
  notice('10.1.0.9', '203.0.113.7');
  notice('10.2.0.9');
  expect([lines, proxies.hint]).toEqual([[], undefined]);

  for (const peer of ['10.2.0.9', '::ffff:10.2.0.9', '10.3.0.1']) notice(peer, '203.0.113.7');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('10.2.0.9');
  expect(lines[0]).toContain('TRUSTED_PROXIES');
  expect(proxies.hint).toContain('TRUSTED_PROXIES');
});

it('logs no address of a caller from outside, and lets none of them into the health report', () => {
  const { proxies, lines, notice } = start();
  for (const peer of ['198.41.0.4', '2a00:1450::1']) notice(peer, '10.0.0.1');
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/198\.41|2a00/);
  expect(proxies.hint).toBeUndefined();

  notice('10.2.0.9', '203.0.113.7');
  expect(lines).toHaveLength(1);
  expect(proxies.hint).toContain('TRUSTED_PROXIES');
});
