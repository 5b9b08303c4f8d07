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
  const { people, strangers } = await lookUp(context, projectId, names);
  if (strangers.length === 0) return people;
  const faults = strangers.map(
    (index): FieldFault => ({ param: paramOf(index), location: 'body', msg: 'Is no active team member' }),
  );
  throw groupErrors.not_a_teammate({ errors: faults });
}

/** The active teammates among the names, each once, and the places of all other names. */
export async function lookUp(
  context: Context,
  projectId: string,
  names: readonly string[],
): Promise<{ people: MentionedTeammate[]; strangers: number[] }> {
  if (names.length === 0) return { people: [], strangers: [] };
  const members = await context.members.resolve(projectId, names, isTeam);
  const found = names.map((name) => members.find((one) => isNamed(one, name)));
  const people = new Map(found.flatMap((one) => (one ? [[one.id, { id: one.id, teammateId: one.teammateId }]] : [])));
  return { people: [...people.values()], strangers: found.flatMap((one, index) => (one ? [] : [index])) };
}
