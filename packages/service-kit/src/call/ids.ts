import { randomBytes, randomInt } from 'node:crypto';

const processPart = randomBytes(5).toString('hex');
// Starts in the lower half, so that it does not wrap, and ids keep their order, for the first eight million.
let counter = randomInt(0x800000);

/**
 * A new record id: 24 lower-case hex characters in ObjectId layout (4-byte time, 5-byte random, 3-byte counter), so ids
 * of one process sort by creation. Source: contract 00 section 2.
 * @param at the second the id carries; default now
 */
export function newId(at: Date = new Date()): string {
  counter = (counter + 1) & 0xffffff;
  const seconds = Math.floor(at.getTime() / 1000) >>> 0;
  return seconds.toString(16).padStart(8, '0') + processPart + counter.toString(16).padStart(6, '0');
}

/** True for 24 lower-case hex characters. Anything else cannot be a record's id and is answered like an unknown one. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{24}$/.test(value);
}
