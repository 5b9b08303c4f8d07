import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

import type { KeyRing } from '../config/config.ts';

/** Keeps readable secrets (project secrets, SMTP passwords) unreadable in the database. Source: contract 10 section 6. */
export interface Secrets {
  /** AES-256-GCM under `DATA_KEY`, bound to the row's id: moved to another row, it does not open. */
  seal(text: string, rowId: string): string;
  /** @throws Error when the text was sealed for another row, under another key, or was altered */
  open(sealed: string, rowId: string): string;
  /** Whether there are former keys: texts may be sealed under one of them. */
  readonly hasFormerKeys: boolean;
  /** Whether the text is sealed under the key that seals today; also false for one that does not open at all. */
  isCurrent(sealed: string, rowId: string): boolean;
  /** Fingerprint of a text, to compare texts without storing them: HMAC-SHA-256, base64url. */
  fingerprint(...parts: readonly (string | Uint8Array)[]): string;
  /** Fingerprints that the former keys gave the same text: what was stored before a rotation still compares. */
  formerFingerprints(...parts: readonly (string | Uint8Array)[]): string[];
}

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

/** @param keys `DATA_KEY`, 32 bytes each: the first one seals, all open */
export function secretsUnder([key, ...former]: KeyRing): Secrets {
  const current = secretKey(key);
  const older = former.map(secretKey);
  return {
    seal: current.seal,
    open(sealed, rowId) {
      const [format, text = ''] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      if (format !== version || bytes.length < nonceBytes + tagBytes) throw new Error('not a sealed secret');
      return openUnder([current, ...older], bytes, rowId);
    },
    hasFormerKeys: older.length > 0,
    isCurrent(sealed, rowId) {
      try {
        openUnder([current], Buffer.from(sealed.split('.')[1] ?? '', 'base64url'), rowId);
        return true;
      } catch {
        return false;
      }
    },
    fingerprint: current.fingerprint,
    formerFingerprints: (...parts) => older.map(({ fingerprint }) => fingerprint(...parts)),
  };
}

type SecretKey = ReturnType<typeof secretKey>;

function secretKey(key: Uint8Array) {
  const sealingKey = createSecretKey(key);
  // A key for each use, so that what is learnt of one says nothing of the other.
  const fingerprintKey = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'parley fingerprint', 32)));
  return {
    seal(text: string, rowId: string): string {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(rowId, 'utf8'));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${version}.${sealed.toString('base64url')}`;
    },
    open(bytes: Buffer, rowId: string): string {
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(rowId, 'utf8')).setAuthTag(bytes.subarray(-tagBytes));
      return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
    fingerprint(...parts: readonly (string | Uint8Array)[]): string {
      const mac = createHmac('sha256', fingerprintKey);
      for (const part of parts) mac.update(part);
      return mac.digest('base64url');
    },
  };
}

/** The tag shows whether a key is the right one. @throws what the last key throws */
function openUnder([key, ...others]: readonly [SecretKey, ...SecretKey[]], bytes: Buffer, rowId: string): string {
  const [next, ...rest] = others;
  try {
    return key.open(bytes, rowId);
  } catch (error) {
    if (!next) throw error;
    return openUnder([next, ...rest], bytes, rowId);
  }
}
