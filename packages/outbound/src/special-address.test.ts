import ipaddr from 'ipaddr.js';

import { isSpecialAddress, specialIpv4, specialIpv6 } from './special-address.ts';

// The IANA special-purpose registries and what contract 60 section 8 names besides, written down again.
const refusedBlocks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '255.255.255.255/32'],
  ...['::/128', '::1/128', '100::/64', '100:0:0:1::/64', '2001:1::1/128', '2001:1::2/128', '2001:1::3/128'],
  ...['2001:2::/48', '2001:3::/32', '2001:4:112::/48', '2001:10::/28', '2001:20::/28', '2001:30::/28', '2001:db8::/32'],
  ...['2620:4f:8000::/48', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

const open = ['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'];
const openToo = ['128.0.0.0', '169.253.255.255', '172.15.255.255', '172.32.0.0', '192.167.255.255', '223.255.255.255'];
const openSix = ['2606:4700:4700::1111', '2a00:1450:4001::1', '2001:200::1', '2620:0:2d0:200::7', '2003::1'];

// The last address of a block.
function lastOf(block: string): string {
  const [network, bits] = ipaddr.parseCIDR(block);
  const bytes = network.toByteArray().map((byte, index) => {
    const ours = Math.min(8, Math.max(0, bits - index * 8));
    return byte | (0xff >> ours);
  });
  return ipaddr.fromByteArray(bytes).toString();
}

it.each([...refusedBlocks, ...specialIpv4, ...specialIpv6])(
  'refuses %s from its first address to its last',
  (block) => {
    const [network] = block.split('/');
    expect(isSpecialAddress(String(network))).toBe(true);
    // The last address of this block of IPv6 is not one that carries IPv4.
    expect(isSpecialAddress(lastOf(block))).toBe(true);
  },
);

it.each([...open, ...openToo, ...openSix])('lets %s be reached', (address) => {
  expect(isSpecialAddress(address)).toBe(false);
});

it.each([
  ...['::ffff:127.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '2002:7f00:1::', '2002:a00:1::1'],
  ...['64:ff9b:1:7f00:0:100::', '64:ff9b:1:a:0:1::', '64:ff9b:1::a9fe:a9fe', '64:ff9b:1:808:8:808:a9fe:a9fe'],
  // Teredo: its server first, its client with all bits turned last.
  ...['2001:0:7f00:1::', '2001:0:808:808:0:0:80ff:fffe', '::ffff:0:7f00:1'],
])('refuses %s for the IPv4 inside', (address) => {
  expect(isSpecialAddress(address)).toBe(true);
});

it.each(['::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::1', '2001:0:808:808:0:0:f7f7:f7f7'])(
  'lets %s be reached, for the IPv4 inside is public',
  (address) => {
    expect(isSpecialAddress(address)).toBe(false);
  },
);

it.each(['', 'localhost', '127.1', '0x7f.1', '1.2.3', 'fe80::1%eth0', '::g', '1.2.3.4.5'])(
  'refuses %p, which is no address',
  (text) => {
    expect(isSpecialAddress(text)).toBe(true);
  },
);
