import { createSocket, type Socket } from 'node:dgram';

const typeA = 1;
const headerBytes = 12;

/** Knows the addresses of the replicas of each service, as a cluster's DNS does for Services without an address of their own. */
export class NameServer {
  readonly #hosts = new Map<string, Set<string>>();
  #socket: Socket | undefined;

  async start(host: string, port: number): Promise<void> {
    const socket = createSocket('udp4');
    this.#socket = socket;
    socket.on('message', (query, { port: from, address }) => {
      const answer = this.#answer(query);
      if (answer) socket.send(answer, from, address);
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject).bind(port, host, resolve);
    });
  }

  add(name: string, host: string): void {
    this.#hosts.set(name, (this.#hosts.get(name) ?? new Set()).add(host));
  }

  remove(name: string, host: string): void {
    this.#hosts.get(name)?.delete(host);
  }

  stop(): void {
    this.#socket?.close();
  }

  /** The question again, and what is known about it: of other kinds of records, nothing. */
  #answer(query: Buffer): Buffer | undefined {
    const question = questionOf(query);
    if (!question) return undefined;
    const hosts = question.type === typeA ? [...(this.#hosts.get(question.name) ?? [])] : [];
    const header = Buffer.alloc(headerBytes);
    query.copy(header, 0, 0, 2);
    // An answer, without a failure, of one question.
    header.writeUInt16BE(0x8580, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(hosts.length, 6);
    return Buffer.concat([header, query.subarray(headerBytes, question.end), ...hosts.map(recordOf)]);
  }
}

function questionOf(query: Buffer): { name: string; type: number; end: number } | undefined {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += length + 1;
  }
  const end = at + 5;
  return end > query.length ? undefined : { name: labels.join('.'), type: query.readUInt16BE(at + 1), end };
}

/** The name of the question, A, IN, for one second, four bytes. */
function recordOf(host: string): Buffer {
  return Buffer.from([0xc0, headerBytes, 0, typeA, 0, 1, 0, 0, 0, 1, 0, 4, ...host.split('.').map(Number)]);
}
