// Moves a file up and down through streams, and writes by how many bytes the process grew meanwhile.
import { createParley, getFile, uploadFile } from '@parley/sdk';

const [, , url = '', size = '0'] = process.argv;
const chunk = new Uint8Array(65_536).fill(65);
const parley = createParley({ url, project: 'P', token: 'T' });

async function* bytes(total: number): AsyncGenerator<Uint8Array> {
  for (let left = total; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(left, chunk.length));
}

async function move(total: number): Promise<void> {
  let told = 0;
  const onProgress = (sent: number) => {
    told = sent;
  };
  await uploadFile(parley, { file: bytes(total), name: 'large.bin', to: 'chat', onProgress });
  if (told !== total) throw new Error(`${told} of ${total} bytes were told of`);
  let read = 0;
  for await (const part of await getFile(parley, { path: String(total) })) read += part.byteLength;
  if (read !== total) throw new Error(`${read} of ${total} bytes have come`);
}

// What the platform needs once is not what a file costs.
await move(20_000_000);
const before = await heldBytes();
let peak = before;
const moved = move(Number(size)).then(() => true);
const pause = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), 100));
while (!(await Promise.race([moved, pause()]))) peak = Math.max(peak, await heldBytes());
process.stdout.write(JSON.stringify({ grownBytes: Math.max(peak, await heldBytes()) - before }));

/** What is held, and not what waits to be collected or what the allocator keeps: buffers are freed a moment after their collection. */
async function heldBytes(): Promise<number> {
  for (const _ of [1, 2]) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
