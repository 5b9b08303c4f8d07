import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.process>;

/**
 * An address in its one spelling: IPv4-mapped IPv6 becomes IPv4, IPv6 is shortened and loses its zone.
 * @returns undefined for text that is no address
 */
export function canonicalAddress(text: string | undefined): string | undefined {
  const address = parse(text);
  return address?.toString();
}

/** Who is counted: an IPv4 address, or the /64 an IPv6 address belongs to. Source: contract 10 section 11. */
export function countedAddress(canonical: string): string {
  if (!canonical.includes(':')) return canonical;
  const address = parse(canonical);
  if (address?.kind() !== 'ipv6') return canonical;
  const network = address.toByteArray().fill(0, 8);
  return `${ipaddr.fromByteArray(network).toString()}/64`;
}

/** A set of addresses and CIDR blocks. */
export interface AddressList {
  readonly size: number;
  /** True when the address is one of the list, or in one of its blocks. */
  has(address: string): boolean;
}

/** Addresses and CIDR blocks, IPv4 and IPv6. Entries that are neither are left out. */
export function addressList(entries: readonly string[]): AddressList {
  const exact = new Set<string>();
  const blocks: [Address, number][] = [];
  for (const entry of entries) {
    const block = parseBlock(entry);
    const address = block ? undefined : canonicalAddress(entry);
    if (block) blocks.push(block);
    if (address !== undefined) exact.add(address);
  }

  return {
    size: exact.size + blocks.length,
    has(text) {
      const address = parse(text);
      if (address === undefined) return false;
      if (exact.has(address.toString())) return true;
      return blocks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
    },
  };
}

function parse(text: string | undefined): Address | undefined {
  const bare = text?.split('%')[0] ?? '';
  // `ipaddr.js` also takes forms like `0x7f.1`: such text in a header is no address.
  if (!ipaddr.IPv6.isValid(bare) && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return undefined;
  return ipaddr.process(bare);
}

/** One entry of an address list. */
export interface AddressEntry {
  /** Its one spelling: without the bits beyond a block's length. */
  text: string;
  kind: 'ipv4' | 'ipv6';
  /** Length of the block; of an address 32 or 128. */
  bits: number;
}

/** Reads an address or CIDR block. @returns undefined for text that is neither */
export function readAddressEntry(entry: string): AddressEntry | undefined {
  const [base] = entry.split('/');
  if (parse(base) === undefined || entry.includes('%')) return undefined;
  const block = parseBlock(entry);
  if (!block) {
    const address = parse(entry);
    return address && { text: address.toString(), kind: address.kind(), bits: address.kind() === 'ipv4' ? 32 : 128 };
  }
  const [network, bits] = block;
  const kind = network.kind();
  const first = (kind === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(`${network}/${bits}`);
  return { text: `${first}/${bits}`, kind, bits };
}

/** A block of an IPv4-mapped network counts as the IPv4 block. */
function parseBlock(entry: string): [Address, number] | undefined {
  if (!ipaddr.isValidCIDR(entry)) return undefined;
  const [network, bits] = ipaddr.parseCIDR(entry);
  if (network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= 96)
    return [network.toIPv4Address(), bits - 96];
  return [network, bits];
}
