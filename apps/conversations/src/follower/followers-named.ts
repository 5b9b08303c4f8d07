import { type FieldFault, validationFailed } from '@parley/contracts';

import type { Context } from '../context.ts';
import { isNamed, isTeam } from '../directory/members.ts';

/**
 * Teammate ids of active team members, named by teammate id or user id, in the given order and without repetitions.
 * @param paramOf where each name stood in the body
 * @throws validation_failed naming each id that is no active team member
 */
export async function followersNamed(
  { members }: Pick<Context, 'members'>,
  projectId: string,
  names: readonly string[],
  paramOf: (index: number) => string,
): Promise<string[]> {
  const found = await members.resolve(projectId, names, isTeam);
  const faults: FieldFault[] = [];
  const followers = names.flatMap((name, index) => {
    const member = found.find((one) => isNamed(one, name));
    if (!member) faults.push({ param: paramOf(index), location: 'body', msg: 'Is no active team member' });
    return member ? [member.teammateId] : [];
  });
  if (faults.length > 0) throw validationFailed(faults);
  return [...new Set(followers)];
}
