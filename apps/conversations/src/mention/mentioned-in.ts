import { type FieldFault, groupErrors } from '@parley/contracts';

import type { Context } from '../context.ts';
import { isNamed, isTeam } from '../directory/members.ts';
import type { MentionedTeammate } from './mentions.ts';

/**
 * Active teammates named by user id or teammate id, each once.
 * @param paramOf where each name stands in the body
 * @throws not_a_teammate naming each id that is none
 */
export async function mentionedIn(
  context: Context,
  projectId: string,
  names: readonly string[],
  paramOf: (index: number) => string,
): Promise<MentionedTeammate[]> {
  if (names.length === 0) return [];
  const members = await context.members.resolve(projectId, names, isTeam);
  const faults: FieldFault[] = [];
  const people = names.flatMap((name, index) => {
    const member = members.find((one) => isNamed(one, name));
    if (!member) faults.push({ param: paramOf(index), location: 'body', msg: 'Is no active team member' });
    return member ? [{ id: member.id, teammateId: member.teammateId }] : [];
  });
  if (faults.length > 0) throw groupErrors.not_a_teammate({ errors: faults });
  return people.filter(({ id }, place) => people.findIndex((other) => other.id === id) === place);
}
