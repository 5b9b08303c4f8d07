import { type Actor, type ScimUserView, scimDetails, scimErrors } from '@parley/contracts';

import type { Context } from '../context.ts';
import { domainOf } from '../oidc/connection.ts';
import { update } from '../teammate/membership.ts';
import type { Teammate } from '../teammate/teammate.ts';
import { hasNewName, type User, updateProfile } from '../user/user.ts';
import { type AttributeChange, addressOf, flagIn, textIn, userViewOf } from './scim.ts';

/** What a provider changes about a person; absent: unchanged. */
export interface UserWish {
  userName?: string | undefined;
  /** null: taken away. */
  externalId?: string | null | undefined;
  firstname?: string | undefined;
  lastname?: string | undefined;
  active?: boolean | undefined;
}

const maxName = 64;
const emailPath = /^emails\[.*\]\.value$/;

/** Attributes that Parley does not keep are left out. @throws scimErrors.scim_value_invalid */
export function wishOf(changes: readonly AttributeChange[]): UserWish {
  const wish: UserWish = {};
  for (const change of changes) {
    const { path } = change;
    if (path === 'active') wish.active = flagIn(change);
    else if (path === 'username' || emailPath.test(path)) wish.userName = textIn(change, 254);
    else if (path === 'externalid') wish.externalId = textIn(change, 255) ?? null;
    else if (path === 'name.givenname') wish.firstname = textIn(change, 255);
    else if (path === 'name.familyname') wish.lastname = textIn(change, 255);
  }
  return wish;
}

/**
 * Carries out what a provider wants of a person. One who is suspended is signed out everywhere, if their address is of a domain that the
 * project has proved; their names follow the provider on the same condition.
 * @throws scimErrors.scim_user_not_found, scim_unchangeable, scim_user_exists; projectErrors.owner_required; teammateErrors.last_owner
 */
export async function changeUser(
  context: Context,
  actor: Actor,
  { projectId, id, wish, source }: { projectId: string; id: string; wish: UserWish; source: string },
): Promise<ScimUserView> {
  const at = new Date();
  await context.db.transaction(async () => {
    const known = await context.scim.findUser(projectId, id);
    const { email = '' } = known.person ?? {};
    if (wish.userName !== undefined && wish.userName.trim().toLowerCase() !== email)
      throw scimErrors.scim_unchangeable(scimDetails('mutability'));
    const speaks = await context.signInDomains.hasProved(projectId, domainOf(email));
    if (speaks) await rename(context, known, wish, at);
    if (wish.externalId !== undefined) await context.scim.link(projectId, 'user', id, wish.externalId ?? undefined);
    if (wish.active === undefined) return;
    const status = wish.active ? 'active' : 'disabled';
    await context.teammates.update(projectId, id, (current, otherOwners) =>
      update(current, { status }, { actor, at, otherOwners, source }),
    );
    if (!wish.active && speaks) await signOut(context, known);
  });
  return viewOfUser(context, projectId, id);
}

/** Ends every session of a person for whom the project speaks, within the ambient transaction. */
export async function signOut(context: Context, { idUser }: Teammate): Promise<void> {
  if (idUser !== undefined) await context.tokens.revokeAll({ kind: 'user', principalId: idUser, reason: 'removed' });
}

export async function viewOfUser(context: Context, projectId: string, id: string): Promise<ScimUserView> {
  const teammate = await context.scim.findUser(projectId, id);
  const externalIds = await context.scim.externalIds(projectId, 'user', [id]);
  return userViewOf(teammate, externalIds.get(id), addressOf(context.config.PUBLIC_URL, projectId));
}

async function rename(context: Context, { idUser = '' }: Teammate, { firstname, lastname }: UserWish, at: Date) {
  const names = { firstname: nameOf(firstname), lastname: nameOf(lastname) };
  if (names.firstname === undefined && names.lastname === undefined) return;
  let before: User | undefined;
  const after = await context.users.update(idUser, (current) => {
    before = current;
    return updateProfile(current, names, at);
  });
  if (before && hasNewName(before, after)) await context.teammates.renamed(after, before);
}

/** As people may be called; a name that says nothing changes nothing. */
export function nameOf(text: string | undefined): string | undefined {
  return text?.trim().slice(0, maxName) || undefined;
}
