import { type Actor, AppError } from '@parley/contracts';

import type { Context } from '../context.ts';
import { update as updateGroup } from '../group/group.ts';
import { update as updateMembership } from '../teammate/membership.ts';
import { personOf } from '../teammate/teammate.repository.ts';
import { type CustomRole, isActive, type Teammate } from '../teammate/teammate.ts';
import type { User } from '../user/user.ts';
import { admits, type Connection, type ProjectClaims } from './connection.ts';
import { mappedGroupsOf, type Standing } from './standing.ts';

type ProjectConnection = Connection & { project: ProjectClaims };

/**
 * Gives a person the place that the claims of their sign-in give them, within the ambient transaction, which locks the person. Who was removed
 * or disabled by the team stays so; owners stay owners.
 */
export async function applyStanding(
  context: Context,
  connection: ProjectConnection,
  user: User,
  standing: Standing,
  at: Date,
): Promise<void> {
  const { projectId } = connection.project;
  const known = await context.teammates.findByUser(projectId, user.id);
  const member = known ?? (await joined(context, connection, user, standing, at));
  if (!member || !isActive(member)) return;
  if (standing.role && member.role !== 'owner') await giveRole(context, member, standing.role, user, at);
  if (standing.groups) await giveGroups(context, connection.project, user.id, standing.groups, at);
}

/** Disables the membership of a person whose claims map to nothing. Owners keep theirs. */
export async function suspend(context: Context, projectId: string, user: User, at: Date): Promise<void> {
  const known = await context.teammates.findByUser(projectId, user.id);
  if (!known || !isActive(known) || known.role === 'owner') return;
  await change(context, known, { status: 'disabled' }, user, at);
}

async function joined(
  context: Context,
  connection: ProjectConnection,
  user: User,
  { role }: Standing,
  at: Date,
): Promise<Teammate | undefined> {
  if (!admits(connection, user.email)) return undefined;
  const joining = {
    role: role?.role ?? 'agent',
    userAvailable: true,
    createdBy: user.id,
    origin: 'connection',
  } as const;
  return (await context.teammates.join(connection.project.projectId, personOf(user), joining, at))?.teammate;
}

async function giveRole(
  context: Context,
  member: Teammate,
  { role, role_id: id }: NonNullable<Standing['role']>,
  user: User,
  at: Date,
): Promise<void> {
  const custom = id === undefined ? undefined : await context.roles.find(member.projectId, id);
  // A custom role that is deleted leaves its base.
  const customRole: CustomRole | null = custom
    ? { id: custom.id, base: custom.base, rights: custom.rights, visibility: custom.visibility }
    : null;
  await change(context, member, { role, customRole }, user, at);
}

async function change(
  context: Context,
  member: Teammate,
  wanted: Parameters<typeof updateMembership>[1],
  user: User,
  at: Date,
): Promise<void> {
  const actor: Actor = { kind: 'user', id: user.id };
  await context.teammates.update(member.projectId, member.id, (current, otherOwners) =>
    updateMembership(current, wanted, { actor, at, otherOwners, source: 'signInByConnection' }),
  );
}

/** Of the groups that claims decide about; the others are the team's. */
async function giveGroups(
  context: Context,
  project: ProjectClaims,
  userId: string,
  wanted: readonly string[],
  at: Date,
): Promise<void> {
  for (const id of mappedGroupsOf(project)) {
    try {
      await context.groups.update(project.projectId, id, (group) => {
        const others = group.members.filter((member) => member !== userId);
        return updateGroup(group, { members: wanted.includes(id) ? [...others, userId] : others }, at);
      });
    } catch (error) {
      // A group that was removed has no members.
      if (!(error instanceof AppError && error.code === 'group_not_found')) throw error;
    }
  }
}
