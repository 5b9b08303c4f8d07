import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** What a payload is encrypted for: the keys of a browser's subscription. */
export interface PushKeys {
  /** Public key: an uncompressed point of P-256. */
  p256dh: Buffer;
  /** 16 bytes. */
  auth: Buffer;
}

/** Made for one message; tests of the standard give them. */
interface OneTimeSecrets {
  privateKey?: Buffer;
  salt?: Buffer;
}

const curve = 'prime256v1';
const recordSize = 4_096;

/** Largest text that fits into one record of a body of 4,096 bytes, which push services accept: its header, delimiter and tag subtracted. */
export const maxTextBytes = recordSize - 86 - 1 - 16;

/** Whether messages can be encrypted for a key. */
export function isPointOnCurve(publicKey: Buffer): boolean {
  try {
    const ecdh = createECDH(curve);
    ecdh.generateKeys();
    ecdh.computeSecret(publicKey);
    return true;
  } catch {
    return false;
  }
}

/** Encrypts a message for one subscription: RFC 8291, in the encoding `aes128gcm` of RFC 8188. */
export function encryptPushMessage(
  text: string,
  { p256dh, auth }: PushKeys,
  { privateKey, salt = randomBytes(16) }: OneTimeSecrets = {},
): Buffer {
  const ecdh = createECDH(curve);
  if (privateKey) ecdh.setPrivateKey(privateKey);
  else ecdh.generateKeys();
  const publicKey = ecdh.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey]);
  const secret = derive(ecdh.computeSecret(p256dh), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);

  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  const header = Buffer.concat([salt, size, Buffer.from([publicKey.length]), publicKey]);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The delimiter of the last record.
  const sealed = [cipher.update(text, 'utf8'), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([header, ...sealed]);
}

function derive(secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}
