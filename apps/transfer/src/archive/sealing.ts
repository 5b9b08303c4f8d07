import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

import type { Seal } from '@parley/service-kit/archive';

import { Refused } from '../config.ts';

const cost = 2 ** 17;
const nonceBytes = 12;
const tagBytes = 16;
const checkText = 'parley-archive';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

export async function newSeal(passphrase: string): Promise<Seal> {
  const salt = randomBytes(16);
  const key = await keyOf(passphrase, salt, cost);
  const seal = (text: string, place: string) => {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
  };
  return {
    seal,
    sealing: { kdf: 'scrypt', n: cost, salt: salt.toString('base64'), check: seal(checkText, 'head') },
  };
}

/** @returns what opens secrets. @throws Refused for a wrong passphrase */
export async function openSeal(passphrase: string, { n, salt, check }: Seal['sealing']) {
  const key = await keyOf(passphrase, Buffer.from(salt, 'base64'), n);
  const open = (sealed: string, place: string): string => {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-tagBytes));
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  };
  try {
    open(check, 'head');
  } catch (error) {
    throw new Refused('The passphrase is not that of the archive.', { cause: error });
  }
  return open;
}

export type Open = Awaited<ReturnType<typeof openSeal>>;

function keyOf(passphrase: string, salt: Buffer, n: number): Promise<Buffer> {
  return derive(passphrase.normalize('NFC'), salt, 32, { N: n, r: 8, p: 1, maxmem: 256 * n * 8 });
}
