import { type AppError, oidcErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import type { Context } from '../context.ts';
import { isActive } from '../teammate/teammate.ts';
import { newUser, signedUp, type User, UserStatus } from '../user/user.ts';
import { suspend } from './apply-standing.ts';
import { admits, type Connection, domainOf, type Identity } from './connection.ts';
import type { IssuedLogin } from './issuers.client.ts';
import { type Judged, type Standing, standingOf } from './standing.ts';

type Found =
  | { user: User; loginId: string }
  /** The account has a password, which has to be given once. */
  | { user: User; loginId: string; challenge: string }
  | { refusal: AppError };

/**
 * The account of an identity: the one that is linked, else by an address that the issuer vouches for. An account with a password is linked
 * only once that password was given: running an issuer takes no account over. A project's issuer speaks for the addresses of the domains
 * that the project has proved, and for no others.
 * @throws oidcErrors.not_invited, sign_in_refused
 */
export async function personOf(context: Context, connection: Connection, login: IssuedLogin, at: Date): Promise<Found> {
  const { identity, claims } = login;
  await context.oidc.lock(identity);
  const judged = connection.project && standingOf(claims, connection.project);
  const holder = await context.oidc.holderOf(identity);
  if (holder !== undefined) {
    const user = await livingUser(context, holder);
    // An account that has left the domain is no longer the project's to sign in.
    if (!speaksFor(connection, user.email)) throw oidcErrors.sign_in_refused();
    return placed(context, { connection, login, user, judged, at });
  }

  const { email, issuer, subject } = identity;
  if (email === undefined || !speaksFor(connection, email)) throw oidcErrors.not_invited();
  const found = await context.users.credentialsOf({ email });
  if (!found && judged === 'none') throw oidcErrors.not_invited();
  const user = found?.user ?? (await newPerson(context, connection, { ...identity, email }, at));
  const place = await placed(context, { connection, login, user, judged, at });
  if ('refusal' in place) return place;
  if (found?.passwordHash !== undefined) {
    const link = { purpose: 'link', userId: user.id, issuer, subject, loginId: place.loginId } as const;
    return { ...place, challenge: await context.challenges.issue(link, at) };
  }
  if (!(await context.oidc.link(identity, user.id, at))) throw oidcErrors.sign_in_refused();
  return place;
}

/** The sign-in with what the claims grant, or a refusal if they grant nothing. */
async function placed(
  context: Context,
  {
    connection,
    login,
    user,
    judged,
    at,
  }: { connection: Connection; login: IssuedLogin; user: User; judged: Judged | undefined; at: Date },
): Promise<{ user: User; loginId: string } | { refusal: AppError }> {
  const { project } = connection;
  if (project && judged === 'none') {
    const isLinked = (await context.oidc.holderOf(login.identity)) === user.id;
    if (isLinked) await suspend(context, project.projectId, user, at);
    const member = await context.teammates.findByUser(project.projectId, user.id);
    if (!(member && isActive(member) && member.role === 'owner')) return { refusal: oidcErrors.not_invited() };
  }
  if (project && judged === 'unknown') {
    const member = await context.teammates.findByUser(project.projectId, user.id);
    if (!member || !isActive(member)) return { refusal: oidcErrors.claims_missing() };
  }
  const standing: Standing | undefined = typeof judged === 'string' ? {} : judged;
  const loginId = await context.oidc.noteLogin(login, { connection: connection.id, userId: user.id, standing, at });
  return { user, loginId };
}

function speaksFor({ project, domains }: Connection, email: string): boolean {
  return project === undefined || domains.includes(domainOf(email));
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
