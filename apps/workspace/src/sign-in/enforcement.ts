import { signInErrors } from '@parley/contracts';

import type { Context } from '../context.ts';
import { domainOf } from '../oidc/connection.ts';
import { fullNameOf, type SignIn, type User } from '../user/user.ts';
import { referenceOf, type SignInConnection } from './sign-in-connection.ts';

/** How a person proves who they are. */
export interface Entry {
  via: SignIn['via'];
  /** Of a sign-in by an issuer. */
  connection?: string;
}

const withFactor: ReadonlySet<Entry['via']> = new Set(['second_factor', 'passkey']);

/**
 * Refuses members of a proved domain who do not come by its enforced connection. Owners whom the connection names may come with a second
 * factor: then all owners are told. Call it within the transaction of the sign-in.
 * @throws signInErrors.sign_in_by_connection
 */
export async function enforceConnection(context: Context, user: User, { via, connection }: Entry): Promise<void> {
  const enforced = await context.signInConnections.enforcedFor(user.id, domainOf(user.email));
  const [first] = enforced;
  if (!first || enforced.some((one) => referenceOf(one) === connection)) return;
  const named = enforced.find(({ breakGlass }) => breakGlass.includes(user.id));
  if (!named || connection !== undefined || !withFactor.has(via))
    throw signInErrors.sign_in_by_connection({ connection: referenceOf(first), name: first.name });
  await tellOwners(context, named, user);
}

/** Whether a password of the address would be of no use, so that no mail offers a new one. */
export async function isPasswordUseless(context: Context, user: User): Promise<boolean> {
  const enforced = await context.signInConnections.enforcedFor(user.id, domainOf(user.email));
  return enforced.length > 0 && !enforced.some(({ breakGlass }) => breakGlass.includes(user.id));
}

async function tellOwners(context: Context, connection: SignInConnection, user: User): Promise<void> {
  const { projectId, name } = connection;
  await context.signInConnections.noteBypass(connection, user.id);
  const project = await context.projects.find(projectId);
  for (const owner of await context.membershipQueries.listOwners(projectId)) {
    const { email, firstname } = owner;
    const data = {
      firstname,
      person: fullNameOf(user),
      connection: name,
      project: project?.name ?? '',
      id_project: projectId,
    };
    await context.mails.send({ to: email, template: 'connection_bypassed', data });
  }
}
