import { addressList, canonicalAddress, countedAddress, readAddressEntry } from './address.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
])('writes %s as %s', (text, canonical) => {
  expect(canonicalAddress(text)).toBe(canonical);
});

it.each([undefined, '', 'unknown', '_hidden', '0x7f.1', '127.1', '1.2.3.4:80', '[::1]', '256.1.1.1', 'localhost'])(
  'takes %j as no address',
  (text) => {
    expect(canonicalAddress(text)).toBeUndefined();
  },
);

it('counts an IPv4 address by itself and an IPv6 address by its /64', () => {
  expect(countedAddress('203.0.113.7')).toBe('203.0.113.7');
  expect(countedAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(countedAddress('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
});

it.each([
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '::ffff:203.0.113.7', true],
  ['::ffff:203.0.113.7', '203.0.113.7', true],
  ['::ffff:203.0.113.0/120', '203.0.113.9', true],
  ['203.0.113.0/24', '203.0.113.255', true],
  ['203.0.113.0/24', '203.0.114.1', false],
  ['2001:db8::/48', '2001:db8:0:ffff::1', true],
  ['2001:db8::/48', '203.0.113.7', false],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['not an address', '203.0.113.7', false],
  ['203.0.113.7', 'not an address', false],
])('a list of %s has %s: %s', (entry, address, expected) => {
  expect(addressList([entry]).has(address)).toBe(expected);
});

it.each([
  ['203.0.113.7', { text: '203.0.113.7', kind: 'ipv4', bits: 32 }],
  ['::ffff:203.0.113.7', { text: '203.0.113.7', kind: 'ipv4', bits: 32 }],
  ['203.0.113.7/24', { text: '203.0.113.0/24', kind: 'ipv4', bits: 24 }],
  ['::ffff:203.0.113.7/120', { text: '203.0.113.0/24', kind: 'ipv4', bits: 24 }],
  ['2001:DB8::1', { text: '2001:db8::1', kind: 'ipv6', bits: 128 }],
  ['2001:db8:1:2:3::/48', { text: '2001:db8:1::/48', kind: 'ipv6', bits: 48 }],
])('reads the entry %s in its one spelling', (entry, expected) => {
  expect(readAddressEntry(entry)).toEqual(expected);
});

it.each(['', 'x', '203.0.113.7/33', '2001:db8::/129', '203.0.113.7/', '203.0.113.7/24/8', '127.1/8', 'fe80::1%eth0'])(
  'takes %j as no entry',
  (entry) => {
    expect(readAddressEntry(entry)).toBeUndefined();
  },
);
