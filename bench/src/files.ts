import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';

import { cpuSeconds } from './cpu.ts';
import { onOwnMesh } from './own-mesh.ts';
import { ms } from './place.ts';

const imageBytes = 5_000_000;
const imagesPerMinute = 20 * availableParallelism();
const fileBytes = 100_000;
const readers = 500;

/** Images that arrive at a steady pace, and then readers who each read a file once a second, for so many seconds. */
export async function files(seconds: number): Promise<void> {
  await onOwnMesh({}, async ({ url, pid, token }) => {
    const image = await photo();
    await send(url, token, '/v3/images/users', 'photo.jpg', image);

    const measured = async (calls: () => Promise<number[]>) => {
      const before = cpuSeconds([pid]);
      const took = (await calls()).toSorted((one, other) => one - other);
      const cpuMs = ((cpuSeconds([pid]) - before) * 1_000) / took.length;
      return {
        calls: took.length,
        'p50 ms': ms(took, 0.5),
        'p95 ms': ms(took, 0.95),
        'Node CPU ms/call': Number(cpuMs.toFixed(1)),
      };
    };
    const pace = { count: Math.round((imagesPerMinute * seconds) / 60), everyMs: 60_000 / imagesPerMinute };
    console.table({
      [`image of ${(image.length / 1e6).toFixed(1)} MB, ${imagesPerMinute} a minute: answered`]: await measured(() =>
        arriving(pace, async () => void (await send(url, token, '/v3/images/users', 'photo.jpg', image))),
      ),
      [`file of ${fileBytes / 1e3} kB, ${readers} readers: first byte`]: await measured(() =>
        reading(url, token, seconds),
      ),
    });
  });
}

/** A photograph of this size, as far as its bytes go: smooth, with noise. */
async function photo(): Promise<Buffer> {
  const [width, height] = [4_000, 3_000];
  const noise = {
    create: {
      width,
      height,
      channels: 3 as const,
      background: '#808080',
      noise: { type: 'gaussian' as const, mean: 128, sigma: 12 },
    },
  };
  const raw = await sharp(noise).raw().toBuffer();
  const encoded = (quality: number) =>
    sharp(raw, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
  for (let quality = 50; quality <= 100; quality += 5) {
    const bytes = await encoded(quality);
    if (bytes.length >= imageBytes) return bytes;
  }
  throw new Error('the picture has too little noise');
}

async function send(url: string, token: string, path: string, name: string, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new File([Uint8Array.from(bytes)], name));
  const response = await fetch(url + path, { method: 'POST', headers: { authorization: token }, body: form });
  if (response.status !== 201) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { filename: string }).filename;
}

/** Calls that begin at their time, whether the ones before have ended or not. @returns how long each took, in ms */
async function arriving(pace: { count: number; everyMs: number }, call: () => Promise<void>): Promise<number[]> {
  const began = performance.now();
  return Promise.all(
    Array.from({ length: pace.count }, async (_, index) => {
      const due = began + index * pace.everyMs;
      await delay(Math.max(0, due - performance.now()));
      await call();
      return performance.now() - due;
    }),
  );
}

async function reading(url: string, token: string, seconds: number): Promise<number[]> {
  const path = await send(url, token, '/v3/files/users', 'data.gz', gzipLike(fileBytes));
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  const address = `${url}/v3/files?path=${encodeURIComponent(path)}`;
  const firstBytes: number[] = [];
  await arriving({ count: readers * seconds, everyMs: 1_000 / readers }, async () => {
    const began = performance.now();
    const call = request(address, { agent }).end();
    const [answer] = await once(call, 'response');
    answer.once('data', () => firstBytes.push(performance.now() - began));
    await once(answer, 'end');
    if (answer.statusCode !== 200) throw new Error(`a read answered ${answer.statusCode}`);
  });
  agent.destroy();
  return firstBytes;
}

/** Noise that is taken for an archive, and kept as it is. */
function gzipLike(size: number): Buffer {
  const bytes = randomBytes(size);
  bytes.set([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  return bytes;
}
