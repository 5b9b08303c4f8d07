import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps readable secrets (project secrets, SMTP passwords) unreadable in the database. Source: contract 10 section 6. */
export interface Secrets {
  /** AES-256-GCM under `DATA_KEY`, bound to the row's id: moved to another row, it does not open. */
  seal(text: string, rowId: string): string;
  /** @throws Error when the text was sealed for another row, under another key, or was altered */
  open(sealed: string, rowId: string): string;
  /** Fingerprint of a text, to compare texts without storing them: HMAC-SHA-256, base64url. */
  fingerprint(...parts: readonly (string | Uint8Array)[]): string;
}

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

/** @param key `DATA_KEY`, 32 bytes */
export function secretsUnder(key: Uint8Array): Secrets {
  const sealingKey = createSecretKey(key);
  // A key for each use, so that what is learnt of one says nothing of the other.
  const fingerprintKey = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'parley fingerprint', 32)));
  return {
    seal(text, rowId) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(rowId, 'utf8'));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${version}.${sealed.toString('base64url')}`;
    },
    open(sealed, rowId) {
      const [format, text = ''] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      if (format !== version || bytes.length < nonceBytes + tagBytes) throw new Error('not a sealed secret');

      const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(rowId, 'utf8')).setAuthTag(bytes.subarray(-tagBytes));
      return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
    fingerprint(...parts) {
      const mac = createHmac('sha256', fingerprintKey);
      for (const part of parts) mac.update(part);
      return mac.digest('base64url');
    },
  };
}
