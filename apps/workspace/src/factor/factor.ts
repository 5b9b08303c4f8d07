import { createHash, randomBytes } from 'node:crypto';

import type { FactorView } from '@parley/contracts';
import { Secret, TOTP } from 'otpauth';

/** A second factor, without what proves it. */
export interface Factor {
  id: string;
  userId: string;
  kind: FactorView['kind'];
  name: string;
  createdAt: Date;
  lastUsedAt?: Date;
}

/** How many of each kind a person may have. */
export const maxFactors = 10;

/** What its holder gives when a second factor is asked for. */
export interface GivenFactor {
  code?: string;
  recovery_code?: string;
  /** Of a passkey, for `challenge`. */
  assertion?: Record<string, unknown>;
  challenge?: string;
}

/** How long a challenge can be answered. Source: contract 12 section 1. */
export const challengeMs = 5 * 60_000;

/** How long the password or a factor that was given lets one change factors. Source: contract 12 section 1. */
export const proofMs = 10 * 60_000;

/** Source: contract 12 section 1. */
const totp = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const leewaySteps = 1;

/** 160 random bits, as RFC 4226 recommends, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What authenticator apps read. */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ ...totp, issuer: 'Parley', label: email, secret }).toString();
}

/** The step whose code it is; undefined: of none within the leeway. */
export function totpStepOf(secret: string, code: string, at: Date): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const generator = new TOTP({ ...totp, secret });
  const timestamp = at.getTime();
  const delta = generator.validate({ token, timestamp, window: leewaySteps });
  return delta === null ? undefined : generator.counter({ timestamp }) + delta;
}

const recoveryCodes = 10;

/** Ten codes of 80 bits in groups of four letters and digits. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, () =>
    new Secret({ buffer: toArrayBuffer(randomBytes(10)) }).base32.replaceAll(/(.{4})(?=.)/g, '$1-'),
  );
}

/** SHA-256 suffices: 80 random bits cannot be guessed within the limits. Blanks, dashes and case are as the person likes. */
export function hashOfRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll(/[\s-]/g, '').toUpperCase(), 'utf8').digest();
}

function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

export function viewOf({ id, kind, name, createdAt, lastUsedAt }: Factor): FactorView {
  return {
    _id: id,
    id,
    kind,
    name,
    createdAt: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString(),
  };
}
