import { type AddedFactorView, addPasskey, beginPasskey, beginPasskeySignIn, type Parley } from '@parley/sdk';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

import type { Session } from './session.ts';

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Signs in by a passkey alone. @throws ParleyError; Error when the person cancels */
export async function signInByPasskey(session: Session): Promise<void> {
  const { challenge, options } = await beginPasskeySignIn(session.parley, {});
  const assertion = await startAuthentication({ optionsJSON: options as unknown as AuthenticationOptions });
  await session.signIn({ challenge, assertion });
}

/** Answers the challenge of a sign-in by password. */
export async function answerByPasskey(session: Session, challenge: string): Promise<void> {
  const optionsJSON: AuthenticationOptions = { challenge, userVerification: 'required' };
  await session.signIn({ challenge, assertion: await startAuthentication({ optionsJSON }) });
}

/** Has the browser make a passkey, and adds it to the account. */
export async function makePasskey(parley: Parley, name: string): Promise<AddedFactorView> {
  const { challenge, options } = await beginPasskey(parley, {});
  const response = await startRegistration({ optionsJSON: options as unknown as RegistrationOptions });
  // What the browser answers is JSON by its type.
  return addPasskey(parley, { challenge, response: { ...response }, name, end_sessions: false });
}

/** The person has closed the browser's own dialog, or it has run out. */
export function isPasskeyCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';
