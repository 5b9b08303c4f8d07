import ipaddr from 'ipaddr.js';

/** Blocks of IPv4 that hold no public address. Source: contract 60 section 8, IANA special-purpose registry. */
export const specialIpv4: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Public by its number, but what a cloud answers its own machines from.
  '168.63.129.16/32',
];

/** Blocks within `2000::/3` that hold no public address. Nothing outside `2000::/3` is allocated. */
export const specialIpv6: readonly string[] = ['2001::/23', '2001:db8::/32', '2620:4f:8000::/48', '3fff::/20'];

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const ipv4Blocks = specialIpv4.map((block) => ipaddr.IPv4.parseCIDR(block));
const ipv6Blocks = specialIpv6.map((block) => ipaddr.IPv6.parseCIDR(block));

/**
 * Blocks of IPv6 that carry IPv4, and where: indices of its four bytes. NAT64 of an operator's own may stand behind a
 * prefix of any length (RFC 6052), so each reading counts; Teredo hides the bits of its client.
 */
const carriers: readonly { block: [ipaddr.IPv6, number]; readings: readonly (readonly number[])[]; hidden?: number }[] =
  [
    { block: ipaddr.IPv6.parseCIDR('::/96'), readings: [[12, 13, 14, 15]] },
    { block: ipaddr.IPv6.parseCIDR('::ffff:0:0/96'), readings: [[12, 13, 14, 15]] },
    { block: ipaddr.IPv6.parseCIDR('64:ff9b::/96'), readings: [[12, 13, 14, 15]] },
    {
      block: ipaddr.IPv6.parseCIDR('64:ff9b:1::/48'),
      readings: [
        [6, 7, 9, 10],
        [7, 9, 10, 11],
        [9, 10, 11, 12],
        [12, 13, 14, 15],
      ],
    },
    { block: ipaddr.IPv6.parseCIDR('2002::/16'), readings: [[2, 3, 4, 5]] },
    {
      block: ipaddr.IPv6.parseCIDR('2001::/32'),
      readings: [
        [4, 5, 6, 7],
        [12, 13, 14, 15],
      ],
      hidden: 12,
    },
  ];

/** True for an address that outbound calls must not reach (private, loopback, link-local, …), and for text that is no address. */
export function isSpecialAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return isSpecialIpv4(ipaddr.IPv4.parse(text));
  if (!isIpv6(text)) return true;

  const address = ipaddr.IPv6.parse(text);
  const carried = ipv4Within(address);
  if (carried.length > 0) return carried.some(isSpecialIpv4);
  return !address.match(...globalUnicast) || ipv6Blocks.some(([network, bits]) => address.match(network, bits));
}

/** True for an address that leads back to this machine, in whatever it is wrapped: `0.0.0.0` and `::` do, and `::1` carries the former block. */
export function isLoopbackAddress(text: string): boolean {
  return [text, ...carriedAddresses(text)].some((address) => /^(127|0)\./.test(address));
}

/** Every IPv4 address that packets to this one may end at. */
export function carriedAddresses(text: string): string[] {
  return isIpv6(text) ? ipv4Within(ipaddr.IPv6.parse(text)).map((address) => address.toString()) : [];
}

function isIpv6(text: string): boolean {
  return ipaddr.IPv6.isValid(text) && !text.includes('%');
}

function isSpecialIpv4(address: ipaddr.IPv4): boolean {
  return ipv4Blocks.some(([network, bits]) => address.match(network, bits));
}

function ipv4Within(address: ipaddr.IPv6): ipaddr.IPv4[] {
  const carrier = carriers.find(({ block: [network, bits] }) => address.match(network, bits));
  if (!carrier) return [];
  const { readings, hidden = 16 } = carrier;
  const bytes = address.toByteArray().map((byte, index) => (index >= hidden ? byte ^ 0xff : byte));
  return readings.map((places) => new ipaddr.IPv4(places.map((place) => bytes[place] ?? 0)));
}
