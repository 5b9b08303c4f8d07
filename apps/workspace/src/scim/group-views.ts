import { groupErrors, type ScimGroupView } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { Group } from '../group/group.ts';
import { addressOf, groupSchema, invalidValue } from './scim.ts';

/** Groups as SCIM shows them. @param withoutMembers as `excludedAttributes` asks: large groups are looked up often */
export async function groupViewsOf(
  context: Context,
  projectId: string,
  groups: readonly Group[],
  withoutMembers = false,
): Promise<ScimGroupView[]> {
  const externalIds = await context.scim.externalIds(
    projectId,
    'group',
    groups.map(({ id }) => id),
  );
  const userIds = withoutMembers ? [] : [...new Set(groups.flatMap(({ members }) => members))];
  const teammates = userIds.length === 0 ? [] : await context.membershipQueries.resolve(projectId, userIds);
  const byUser = new Map(teammates.map((teammate) => [teammate.idUser, teammate]));
  const address = addressOf(context.config.PUBLIC_URL, projectId);
  return groups.map((group) => ({
    schemas: [groupSchema],
    id: group.id,
    externalId: externalIds.get(group.id),
    displayName: group.name,
    ...(!withoutMembers && {
      members: group.members.flatMap((member) => {
        const teammate = byUser.get(member);
        return teammate ? [{ value: teammate.id, display: teammate.person?.email ?? '' }] : [];
      }),
    }),
    meta: {
      resourceType: 'Group',
      location: `${address}/Groups/${group.id}`,
      created: group.createdAt.toISOString(),
      lastModified: group.updatedAt.toISOString(),
    },
  }));
}

/** @throws groupErrors.group_not_found */
export async function viewOfGroup(
  context: Context,
  projectId: string,
  id: string,
  withoutMembers = false,
): Promise<ScimGroupView> {
  const group = await context.groups.find(projectId, id);
  const [view] = group ? await groupViewsOf(context, projectId, [group], withoutMembers) : [];
  if (!view) throw groupErrors.group_not_found();
  return view;
}

/**
 * The user ids of members that SCIM names. Suspended people may stay in groups, as providers keep them there; they are left out.
 * @throws scimErrors.scim_value_invalid for one who is not of the team
 */
export async function membersOf(context: Context, projectId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const teammates = await context.membershipQueries.resolve(projectId, ids);
  const byId = new Map(teammates.map((teammate) => [teammate.id, teammate]));
  return [...new Set(ids)].flatMap((id) => {
    const teammate = byId.get(id);
    if (!teammate?.idUser || teammate.trashed) throw invalidValue('members');
    return teammate.status === 'active' ? [teammate.idUser] : [];
  });
}

export function hidesMembers(excludedAttributes: string | undefined): boolean {
  return /(?:^|,)\s*members\s*(?:,|$)/i.test(excludedAttributes ?? '');
}
