import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * A machine token: `pat_`, 192 random bits and their checksum, both in base 62. Scanners for leaked secrets find it by its form and
 * verify the checksum without asking anyone. Source: contract 12 section 4.
 */
const prefix = 'pat_';
const secretBytes = 24;
const secretLength = 33;
const checksumLength = 6;
const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`);

/** @param random 24 random bytes */
export function formatApiToken(random: Uint8Array): string {
  if (random.length !== secretBytes) throw new RangeError(`a token has ${secretBytes} random bytes`);
  const body = prefix + base62(BigInt(`0x${Buffer.from(random).toString('hex')}`), secretLength);
  return body + checksumOf(body);
}

/** Whether a credential claims to be a machine token. */
export function claimsApiToken(token: string): boolean {
  return token.startsWith(prefix);
}

/** SHA-256 of a machine token, by which it is stored and looked up; undefined for a text whose form or checksum is wrong. */
export function apiTokenHashOf(token: string): Buffer | undefined {
  if (!shape.test(token)) return undefined;
  const body = token.slice(0, -checksumLength);
  return token.endsWith(checksumOf(body)) ? hash('sha256', token, 'buffer') : undefined;
}

function checksumOf(body: string): string {
  return base62(BigInt(crc32(body)), checksumLength);
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function base62(number: bigint, length: number): string {
  let [rest, text] = [number, ''];
  while (text.length < length) {
    text = `${digits[Number(rest % 62n)]}${text}`;
    rest /= 62n;
  }
  return text;
}
