import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file in the MaxMind DB format that knows one IPv4 network of 24 bits. */
export function placesFile(network: readonly [number, number, number], record: object): string {
  const nodes = 24;
  const data = 16;
  const bits = network.flatMap((part) => [...part.toString(2).padStart(8, '0')].map(Number));
  const tree = bits.flatMap((bit, node) => {
    const on = node === nodes - 1 ? nodes + data : node + 1;
    const [left, right] = bit === 0 ? [on, nodes] : [nodes, on];
    return [left, right].flatMap((value) => [value >> 16, (value >> 8) & 255, value & 255]);
  });
  const about = {
    ...{ node_count: nodes, record_size: nodes, ip_version: 4, database_type: 'City', languages: ['en'] },
    ...{ binary_format_major_version: 2, binary_format_minor_version: 0, build_epoch: 1, description: {} },
  };
  const parts = [Buffer.from(tree), Buffer.alloc(16), encoded(record), marker, encoded(about)];
  const file = join(mkdtempSync(join(tmpdir(), 'places-')), 'city.mmdb');
  writeFileSync(file, Buffer.concat(parts));
  return file;
}

const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);

/** Texts, whole numbers up to 32 bits, other numbers, lists and objects, each shorter than 29. */
function encoded(value: unknown): Buffer {
  if (typeof value === 'string') return Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)]);
  if (Number.isInteger(value)) {
    const number = Buffer.alloc(5, (6 << 5) | 4);
    number.writeUInt32BE(Number(value), 1);
    return number;
  }
  if (typeof value === 'number') {
    const number = Buffer.alloc(9, (3 << 5) | 8);
    number.writeDoubleBE(value, 1);
    return number;
  }
  if (Array.isArray(value)) return Buffer.concat([Buffer.from([value.length, 4]), ...value.map(encoded)]);
  const members = Object.entries(value ?? {});
  return Buffer.concat([Buffer.from([(7 << 5) | members.length]), ...members.flat().map(encoded)]);
}
