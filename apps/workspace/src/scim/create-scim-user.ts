import { EmailAddress, invitationErrors, type scimApi, scimDetails, scimErrors, signInErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { domainOf } from '../oidc/connection.ts';
import { update } from '../teammate/membership.ts';
import { personOf } from '../teammate/teammate.repository.ts';
import { disown, newUser, signedUp, type User } from '../user/user.ts';
import { nameOf, viewOfUser } from './change-user.ts';
import { invalidValue, scimAnswer } from './scim.ts';

type CreateScimUser = Operation<typeof scimApi.createScimUser, Context>;

export const createScimUser: CreateScimUser = async (context, actor, input) => {
  const { id_project: projectId, userName, externalId, name, active = true } = input;
  const { data: email } = /^[\x21-\x7e]+$/.test(userName.trim())
    ? EmailAddress.safeParse(userName)
    : { data: undefined };
  if (email === undefined) throw invalidValue('userName');
  // A project speaks for the people of its own domains alone: it makes no account for others, and adds none to its team.
  if (!(await context.signInDomains.hasProved(projectId, domainOf(email)))) throw signInErrors.domain_not_proved();

  const at = new Date();
  const id = await context.db.transaction(async () => {
    const names = { firstname: nameOf(name?.givenName), lastname: nameOf(name?.familyName) };
    const user = await accountOf(context, email, names, at);
    const joining = { role: 'agent', userAvailable: true, createdBy: actor.id, origin: 'scim' } as const;
    const known = await context.teammates.findByUser(projectId, user.id);
    if (known && !known.trashed) throw scimErrors.scim_user_exists(scimDetails('uniqueness', { conflict: known.id }));
    const joined = await context.teammates.join(projectId, personOf(user), joining, at);
    if (!joined) throw invitationErrors.already_teammate();
    const { teammate } = joined;
    if (externalId) await context.scim.link(projectId, 'user', teammate.id, externalId);
    if (!active)
      await context.teammates.update(projectId, teammate.id, (current, otherOwners) =>
        update(current, { status: 'disabled' }, { actor, at, otherOwners, source: 'createScimUser' }),
      );
    return teammate.id;
  });
  return scimAnswer(await viewOfUser(context, projectId, id));
};

/** The account of an address. Whoever made it without proving the address keeps no way into it. */
async function accountOf(
  context: Context,
  email: string,
  { firstname, lastname }: { firstname?: string | undefined; lastname?: string | undefined },
  at: Date,
): Promise<User> {
  const known = await context.users.findByEmail(email);
  if (known) {
    if (known.emailVerified) return context.users.whileLocked(known.id, async (user) => user);
    const freed = await context.users.update(known.id, (current) => disown(current, at));
    await context.codes.void(freed.id);
    await context.factors.removeAll(freed);
    await context.oidc.unlinkAll(freed.id);
    await context.tokens.revokeAll({ kind: 'user', principalId: freed.id, reason: 'removed' });
    return freed;
  }
  const person = {
    email,
    firstname: firstname ?? email.split('@')[0]?.slice(0, 64) ?? 'New',
    lastname: lastname ?? '–',
  };
  const user = newUser(newId(at), { ...person, emailVerified: true }, at);
  if (!(await context.users.insert(user, undefined, [signedUp(user, 'oidc')])))
    throw scimErrors.scim_user_exists(scimDetails('uniqueness'));
  return user;
}
