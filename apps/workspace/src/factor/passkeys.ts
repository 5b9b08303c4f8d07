import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';

import type { User } from '../user/user.ts';
import { challengeMs } from './factor.ts';

/** What is kept of a passkey. */
export interface PasskeyCredential {
  /** Base64url. */
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  /** Of the authenticator's signatures; 0 for those that do not count. */
  signCount: number;
  transports: string[];
}

type Json = Record<string, unknown>;

/** Passkeys of the site that people sign in on: WebAuthn credentials that name their holder and verify them. Source: contract 12 section 1. */
export class Passkeys {
  readonly #origin: string;
  readonly #rpId: string;

  /** @param publicUrl where the console is served */
  constructor(publicUrl: string) {
    const { origin, hostname } = new URL(publicUrl);
    this.#origin = origin;
    this.#rpId = hostname;
  }

  /** What the browser needs to make one. @param known the person's own, of which an authenticator makes no second one */
  async registration(challenge: string, user: User, known: readonly PasskeyCredential[]): Promise<Json> {
    const options = await generateRegistrationOptions({
      rpName: 'Parley',
      rpID: this.#rpId,
      userID: new Uint8Array(Buffer.from(user.id, 'utf8')),
      userName: user.email,
      userDisplayName: `${user.firstname} ${user.lastname}`,
      challenge: bytesOf(challenge),
      timeout: challengeMs,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
    });
    return { ...options };
  }

  /** What the browser needs to sign in with any. */
  async authentication(challenge: string): Promise<Json> {
    const options = await generateAuthenticationOptions({
      rpID: this.#rpId,
      challenge: bytesOf(challenge),
      timeout: challengeMs,
      userVerification: 'required',
    });
    return { ...options };
  }

  /** @returns undefined for anything but a new passkey made for this challenge, on this site, by a person who was verified */
  async register(challenge: string, response: Json): Promise<PasskeyCredential | undefined> {
    return orUndefined(async () => {
      const given = response as unknown as RegistrationResponseJSON;
      refuseCertificates(given);
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        ...{ response: given, expectedChallenge: challenge, requireUserVerification: true },
        ...{ expectedOrigin: this.#origin, expectedRPID: this.#rpId },
      });
      if (!verified) return undefined;
      const { id: credentialId, publicKey, counter: signCount, transports = [] } = registrationInfo.credential;
      return { credentialId, publicKey: new Uint8Array(publicKey), signCount, transports: transports.slice(0, 10) };
    });
  }

  /** @returns the next count of signatures; undefined when it is no proof by this passkey for this challenge */
  async verify(challenge: string, assertion: Json, known: PasskeyCredential): Promise<number | undefined> {
    return orUndefined(async () => {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        ...{ response: assertion as unknown as AuthenticationResponseJSON, expectedChallenge: challenge },
        ...{ expectedOrigin: this.#origin, expectedRPID: this.#rpId, requireUserVerification: true },
        credential: { id: known.credentialId, publicKey: known.publicKey, counter: known.signCount },
      });
      return verified ? authenticationInfo.newCounter : undefined;
    });
  }
}

/**
 * No attestation was asked for, so none is accepted: certificates name addresses that verifying them would call.
 * @throws Error
 */
function refuseCertificates({ response }: RegistrationResponseJSON): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const fmt = attestation.get('fmt');
  const isSelfSigned = fmt === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (fmt !== 'none' && !isSelfSigned) throw new Error('attestation');
}

/** The library throws for whatever does not fit; to the caller it is all the same. */
async function orUndefined<Result>(work: () => Promise<Result | undefined>): Promise<Result | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

function bytesOf(challenge: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(challenge, 'base64url'));
}
