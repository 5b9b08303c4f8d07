import { AppError, type oidcApi, oidcErrors, userErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { headersOf, type RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { refuseWithoutFactor } from '../factor/answer-challenge.ts';
import { openSession } from '../session/open-session.ts';
import { newUser, signedUp, type User, UserStatus } from '../user/user.ts';
import { admits, type Connection, type Identity } from './connection.ts';
import { flowIn } from './flow-cookie.ts';
import { lead, signInPage, signInStep } from './lead.ts';

type FinishOidc = RawOperation<typeof oidcApi.finishOidc, Context>;

export const finishOidc: FinishOidc = async (context, _actor, _input, { req, res }) => {
  const at = new Date();
  let returnTo = '/console/';
  try {
    const browser = flowIn(req.headers.cookie, context.config.PUBLIC_URL);
    const search = req.url?.slice(req.url.indexOf('?')) ?? '';
    const state = new URLSearchParams(search).get('state') ?? '';
    const flow = browser && (await context.oidc.redeem(state, browser, at));
    const connection = flow && context.issuers.find(flow.connection);
    if (!flow || !connection) throw userErrors.sign_in_code_invalid();
    returnTo = flow.returnTo;
    const identity = await context.issuers.finish(connection, search, flow.request);

    const person = await context.db.transaction(() => personOf(context, connection, identity, at));
    if ('challenge' in person) {
      const { name } = connection;
      return lead(res, signInStep(returnTo, { link: person.challenge, name, email: person.user.email }));
    }
    const { user } = person;
    await refuseWithoutFactor(context, { user, credentialsVersion: user.credentialsVersion });
    const session = await context.db.transaction(() => openSession(context, user, { via: 'oidc' }));
    return lead(res, returnTo, headersOf(session)?.['set-cookie'] ?? '');
  } catch (error) {
    if (error instanceof AppError && error.code === 'second_factor_required') {
      const { challenge, methods } = error.details as { challenge: string; methods: string[] };
      return lead(res, signInStep(returnTo, { challenge, methods: methods.join(',') }));
    }
    return lead(res, signInPage(returnTo, error, context.log));
  }
};

type Found = { user: User } | { user: User; challenge: string };

/**
 * The account of an identity: the one that is linked, else by an address that the issuer vouches for. An account with a password is linked
 * only once that password was given: nobody takes one over by running an issuer.
 * @throws oidcErrors.not_invited
 */
async function personOf(context: Context, connection: Connection, identity: Identity, at: Date): Promise<Found> {
  await context.oidc.lock(identity);
  const holder = await context.oidc.holderOf(identity);
  if (holder !== undefined) return { user: await livingUser(context, holder) };

  const { email, issuer, subject } = identity;
  if (email === undefined) throw oidcErrors.not_invited();
  const found = await context.users.credentialsOf({ email });
  if (found?.passwordHash !== undefined) {
    const { user } = found;
    const link = { purpose: 'link', userId: user.id, issuer, subject } as const;
    return { user, challenge: await context.challenges.issue(link, at) };
  }
  const user = found?.user ?? (await newPerson(context, connection, { ...identity, email }, at));
  if (!(await context.oidc.link(identity, user.id, at))) throw oidcErrors.sign_in_refused();
  return { user };
}

async function newPerson(
  context: Context,
  connection: Connection,
  { email, firstname, lastname }: Identity & { email: string },
  at: Date,
) {
  if (!admits(connection, email) && !(await context.invitations.isInvited(email))) throw oidcErrors.not_invited();
  const user = newUser(newId(at), { email, firstname, lastname, emailVerified: true }, at);
  // Of two identities with one address at once, the second finds the account of the first when it tries again.
  if (!(await context.users.insert(user, undefined, [signedUp(user, 'oidc')]))) throw oidcErrors.sign_in_refused();
  await context.invitations.claimInvitationsOf(user);
  return user;
}

async function livingUser(context: Context, id: string): Promise<User> {
  const user = await context.users.findById(id);
  if (user?.status !== UserStatus.active) throw oidcErrors.sign_in_refused();
  return user;
}
