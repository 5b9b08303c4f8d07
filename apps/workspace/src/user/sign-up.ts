import { type userApi, userErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { newUser, refuseEmailAsPassword, signedUp, takeOver, type User, viewOf } from './user.ts';

type SignUp = Operation<typeof userApi.signUp, Context>;
type Input = Parameters<SignUp>[2];

const msg = 'Welcome. An email to verify your address is on its way.';

export const signUp: SignUp = async (context, _actor, input) => {
  refuseEmailAsPassword(input.email, input.password, 'password');
  await refuseUninvited(context, input);
  const passwordHash = await context.passwords.hash(input.password);

  const user = input.invitation
    ? await signUpInvited(context, input, input.invitation, passwordHash)
    : await signUpAlone(context, input, passwordHash);
  return { success: true, msg, user: viewOf(user ?? (await answerAsFresh(context, input))) };
};

async function refuseUninvited(context: Context, { email, invitation }: Input): Promise<void> {
  if (context.config.SIGNUP === 'open' || invitation) return;
  if (!(await context.invitations.isInvited(email))) throw userErrors.signup_closed();
}

/** The address is not verified yet; a mail asks for that. */
async function signUpAlone(context: Context, input: Input, passwordHash: string): Promise<User | undefined> {
  const mayMail = await context.mailLimits.admit('verification', input.email);
  const at = new Date();
  const user = newUser(newId(at), { ...personOf(input), emailVerified: false }, at);

  return context.db.transaction(async () => {
    if (!(await context.users.insert(user, passwordHash, [signedUp(user, 'password')]))) return undefined;

    if (!context.config.REQUIRE_VERIFIED_EMAIL) await context.invitations.claimInvitationsOf(user);
    if (mayMail) {
      const code = await context.codes.issue(user.id, 'verification', at);
      const data = { firstname: user.firstname, id_user: user.id, code };
      await context.mails.send({ to: user.email, template: 'verification', data });
    }
    return user;
  });
}

/**
 * The code of the invitation mail verifies the address. An unverified account with the same address is taken over, so that
 * registering a foreign address does not intercept its invitations.
 */
async function signUpInvited(context: Context, input: Input, code: string, passwordHash: string) {
  const at = new Date();
  return context.db.transaction(async () => {
    const fresh = newUser(newId(at), { ...personOf(input), emailVerified: true }, at);
    const user = (await context.users.insert(fresh, passwordHash, [signedUp(fresh, 'invitation')]))
      ? fresh
      : await takeOverUnverified(context, input, passwordHash, at);

    // Throws for an invalid or foreign code, which rolls back everything above.
    if (user) await context.invitations.acceptCode(code, user);
    return user;
  });
}

async function takeOverUnverified(context: Context, input: Input, passwordHash: string, at: Date) {
  const holder = await context.users.findByEmail(input.email);
  if (!holder || holder.emailVerified) return undefined;

  const user = await context.users.update(holder.id, (current) => {
    if (current.emailVerified) throw userErrors.email_taken();
    return takeOver(current, personOf(input), passwordHash, at);
  });
  await context.codes.void(user.id);
  // The former holder never proved the address; a factor of theirs would outlive the new password.
  await context.factors.removeAll(user);
  await context.tokens.revokeAll({ kind: 'user', principalId: user.id, reason: 'password_reset' });
  await context.teammates.renamed(user, holder);
  return user;
}

/** @throws userErrors.email_taken unless SIGNUP_PRIVATE hides which addresses are registered */
async function answerAsFresh(context: Context, input: Input): Promise<User> {
  if (!context.config.SIGNUP_PRIVATE) throw userErrors.email_taken();

  if (await context.mailLimits.admit('already_registered', input.email)) {
    await context.mails.send({ to: input.email, template: 'already_registered', data: {} });
  }
  const at = new Date();
  return newUser(newId(at), { ...personOf(input), emailVerified: Boolean(input.invitation) }, at);
}

function personOf({ email, firstname, lastname, phone }: Input) {
  return { email, firstname, lastname, phone };
}
