import { ServerFrames } from './server-frames.ts';

/** As a server writes one: without a mask. */
function frameOf(length: number): Buffer {
  const head = Buffer.alloc(10);
  head[0] = 0x82;
  if (length < 126) head[1] = length;
  else if (length < 65_536) head[1] = 126;
  else head[1] = 127;
  if (head[1] === 126) head.writeUInt16BE(length, 2);
  if (head[1] === 127) head.writeBigUInt64BE(BigInt(length), 2);
  const headBytes = { 126: 4, 127: 10 }[head[1] ?? 0] ?? 2;
  // Content that would look like the head of a long frame.
  return Buffer.concat([head.subarray(0, headBytes), Buffer.alloc(length, 0x7f)]);
}

const lengths = [0, 1, 125, 126, 200, 65_535, 65_536, 70_000, 0, 3];

it.each([
  ['bytes one by one', 1],
  ['pieces that end anywhere', 7],
  ['large pieces', 40_000],
])('knows where each frame ends in %s', (_what, size) => {
  const stream = Buffer.concat(lengths.map(frameOf));
  const ends = new Set<number>();
  lengths.reduce((sum, length) => {
    const end = sum + frameOf(length).length;
    ends.add(end);
    return end;
  }, 0);
  const frames = new ServerFrames();
  const wrong: number[] = [];
  for (let at = 0; at < stream.length; at += size) {
    frames.pass(stream.subarray(at, at + size));
    const now = Math.min(at + size, stream.length);
    if (frames.isWithin === ends.has(now)) wrong.push(now);
  }
  expect(wrong).toEqual([]);
});
