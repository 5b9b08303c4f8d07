import { validationFailed } from '@parley/contracts';

import type { Members } from '../directory/members.ts';

/**
 * Teammate ids of active team members, named by teammate id or user id, in the given order and without repetitions.
 * @param paramOf where each name stood in the body
 * @throws validation_failed naming each id that is no active team member
 */
export async function followersNamed(
  { members }: { members: Members },
  projectId: string,
  names: readonly string[],
  paramOf: (index: number) => string,
): Promise<string[]> {
  const { people, strangers } = await members.findTeam(projectId, names);
  if (strangers.length > 0) {
    const fault = { location: 'body', msg: 'Is no active team member' } as const;
    throw validationFailed(strangers.map((index) => ({ param: paramOf(index), ...fault })));
  }
  return people.map(({ teammateId }) => teammateId);
}
