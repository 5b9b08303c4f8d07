import { factorErrors, userErrors } from '@parley/contracts';

import type { Context } from '../context.ts';
import { type User, UserStatus } from '../user/user.ts';
import type { Challenge } from './challenge.repository.ts';
import type { GivenFactor } from './factor.ts';
import { proveFactor } from './prove-factor.ts';

/** A person whose password was right, or who has given what stands in for it. */
export interface ProvenPerson {
  user: User;
  /** Of the password that was given. */
  credentialsVersion?: number;
  /** The sign-in by an issuer that came before. */
  loginId?: string;
}

/** What proved a person who has answered a challenge: a passkey alone, or a factor after the password. */
export function viaOf({ credentialsVersion }: ProvenPerson): 'passkey' | 'second_factor' {
  return credentialsVersion === undefined ? 'passkey' : 'second_factor';
}

/** Refuses a sign-in by password alone of a person who has a second factor. @throws factorErrors.second_factor_required */
export async function refuseWithoutFactor(
  context: Context,
  { user, credentialsVersion, loginId }: ProvenPerson,
): Promise<void> {
  const kinds = await context.factors.kindsOf(user.id);
  if (kinds.length === 0) return;
  const wanted = { purpose: 'second_factor', userId: user.id, credentialsVersion, loginId } as const;
  const challenge = await context.challenges.issue(wanted, new Date());
  throw factorErrors.second_factor_required({ challenge, methods: [...kinds, 'recovery_code'] });
}

/**
 * Runs `then` for the person whose challenge is answered, once.
 * @throws userErrors.sign_in_code_invalid for a challenge that was answered, has expired or never was; invalid_credentials
 */
export async function answerChallenge<Result>(
  context: Context,
  given: GivenFactor & { challenge: string },
  then: (person: ProvenPerson, at: Date) => Promise<Result>,
): Promise<Result> {
  const { challenge } = given;
  const asked = await context.challenges.find(challenge, new Date());
  if (!asked) throw userErrors.sign_in_code_invalid();
  const user = await personOf(context, asked, given);
  return proveFactor(context, user, given, async (at) => {
    if (!(await context.challenges.redeem(challenge, at))) throw userErrors.sign_in_code_invalid();
    return then({ user, credentialsVersion: asked.credentialsVersion, loginId: asked.loginId }, at);
  });
}

/** Whom a password has named before, or a passkey names now. */
async function personOf(context: Context, { purpose, userId }: Challenge, { assertion }: GivenFactor): Promise<User> {
  const isAlone = purpose === 'passkey' && assertion !== undefined;
  if (purpose !== 'second_factor' && !isAlone) throw userErrors.sign_in_code_invalid();
  const id = isAlone ? await context.factors.holderOf(String(assertion.id)) : userId;
  const user = id === undefined ? undefined : await context.users.findById(id);
  if (user?.status !== UserStatus.active) throw userErrors.invalid_credentials();
  return user;
}
