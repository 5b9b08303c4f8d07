import type { scimApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { type Group, update } from '../group/group.ts';
import { membersOf, viewOfGroup } from './group-views.ts';
import { type AttributeChange, changesOf, invalidValue, scimAnswer, textIn } from './scim.ts';

type PatchScimGroup = Operation<typeof scimApi.patchScimGroup, Context>;

const maxName = 128;
const maxMembers = 1_000;

export const patchScimGroup: PatchScimGroup = async (context, _actor, input) => {
  const { id_project: projectId, scim_group_id: id, Operations } = input;
  const changes = changesOf(Operations);
  const at = new Date();
  await context.db.transaction(async () => {
    await context.groups.update(projectId, id, async (current) => {
      let wanted: Pick<Group, 'name' | 'members'> = current;
      for (const change of changes) wanted = await changed(context, projectId, wanted, change);
      return update(current, { name: wanted.name, members: wanted.members }, at);
    });
    for (const change of changes)
      if (change.path === 'externalid') await context.scim.link(projectId, 'group', id, textIn(change, 255));
  });
  return scimAnswer(await viewOfGroup(context, projectId, id));
};

async function changed(
  context: Context,
  projectId: string,
  group: Pick<Group, 'name' | 'members'>,
  change: AttributeChange,
): Promise<Pick<Group, 'name' | 'members'>> {
  const { op, path, value } = change;
  if (path === 'displayname') return { ...group, name: textIn(change, maxName) ?? group.name };
  // `members[value eq "…"]` names one of them.
  const [, named] = /^members\[\s*value\s+eq\s+"([^"]{1,255})"\s*\]$/i.exec(path) ?? [];
  if (path !== 'members' && named === undefined) return group;
  if (op === 'remove' && named === undefined && value === undefined) return { ...group, members: [] };
  const given = await membersOf(context, projectId, named === undefined ? idsIn(value) : [named]);
  if (op === 'replace') return { ...group, members: given };
  const others = group.members.filter((member) => !given.includes(member));
  return { ...group, members: op === 'add' ? [...others, ...given] : others };
}

/** @throws scimErrors.scim_value_invalid */
function idsIn(value: unknown): string[] {
  const members = Array.isArray(value) ? value : [value];
  if (members.length > maxMembers) throw invalidValue('members');
  return members.map((member) => {
    const id = typeof member === 'object' && member !== null ? Reflect.get(member, 'value') : member;
    if (typeof id !== 'string') throw invalidValue('members');
    return id;
  });
}
