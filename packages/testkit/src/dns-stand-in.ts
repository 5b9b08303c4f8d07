import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const types: Readonly<Record<number, string>> = { 1: 'A', 15: 'MX', 16: 'TXT', 28: 'AAAA' };
const headerBytes = 12;
const noSuchName = 3;
const serverFailure = 2;

/** A name server for tests: TXT and A records by name; what is not there does not exist. */
export class DnsStandIn {
  readonly #socket: Socket = createSocket('udp4');
  readonly #records = new Map<string, readonly string[]>();
  /** Names for which it fails. */
  readonly broken = new Set<string>();

  static async start(): Promise<DnsStandIn> {
    const dns = new DnsStandIn();
    dns.#socket.on('message', (query, { port, address }) => dns.#socket.send(dns.#answer(query), port, address));
    dns.#socket.bind(0, '127.0.0.1');
    await once(dns.#socket, 'listening');
    return dns;
  }

  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  set(type: 'TXT' | 'A', name: string, ...values: string[]): void {
    this.#records.set(`${type} ${name}`, values);
  }

  stop(): void {
    this.#socket.close();
  }

  #answer(query: Buffer): Buffer {
    const labels: string[] = [];
    let at = headerBytes;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
      at += length + 1;
    }
    const name = labels.join('.');
    const type = types[query.readUInt16BE(at + 1)] ?? '';
    const values = this.#records.get(`${type} ${name}`) ?? [];
    const isKnown = [...this.#records.keys()].some((key) => key.endsWith(` ${name}`));
    const code = this.broken.has(name) ? serverFailure : isKnown ? 0 : noSuchName;
    const header = Buffer.alloc(headerBytes);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8580 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(code === 0 ? values.length : 0, 6);
    const answers = code === 0 ? values.map((value) => recordOf(type, value)) : [];
    return Buffer.concat([header, query.subarray(headerBytes, at + 5), ...answers]);
  }
}

function recordOf(type: string, value: string): Buffer {
  const data = type === 'A' ? Buffer.from(value.split('.').map(Number)) : textOf(value);
  const head = Buffer.alloc(12);
  // The name of the question.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type === 'A' ? 1 : 16, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function textOf(value: string): Buffer {
  const bytes = Buffer.from(value);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat(parts);
}
