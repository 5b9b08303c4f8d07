import { type FieldFault, validationFailed } from '@parley/contracts';

import type { Joiner } from '../participant/membership.ts';
import { bareId, botMember, isBot, type SupportRequest } from '../request-state/request.ts';
import type { Directory } from './directory.repository.ts';
import type { LivingBots } from './living-bots.ts';
import { isNamed, isTeam, type Members } from './members.ts';

/**
 * Active members and bots of the project, in the order named and without repetitions: user ids, teammate ids, `bot_<id>`
 * or bot ids.
 * @param paramOf where each name stood in the body
 * @throws validation_failed naming each id that is neither
 */
export async function joinersOf(
  context: { directory: Directory; livingBots: LivingBots; members: Members },
  projectId: string,
  names: readonly string[],
  paramOf: (index: number) => string,
): Promise<Joiner[]> {
  const bare = names.map(bareId);
  // A name without the prefix of bots may still be a bot: one in the read model, or, when no member has the id, one of the bots service.
  const [known, named] = await Promise.all([
    context.directory.findBots(projectId, bare),
    context.livingBots.findNamed(projectId, names.filter(isBot).map(bareId)),
  ]);
  const people = names.filter((name) => !isBot(name) && !known.some((bot) => bot.id === name));
  const members = await context.members.resolve(projectId, people, isTeam);
  const others = people.filter((name) => !members.some((member) => isNamed(member, name)));
  const bots = [...known, ...named, ...(await context.livingBots.findNamed(projectId, others))];
  const isBotId = (id: string) => bots.some((bot) => bot.id === id);
  const limits = await context.directory.limitsOf(
    projectId,
    members.map((member) => member.id),
  );

  const faults: FieldFault[] = [];
  const joiners = new Map<string, Joiner>();
  for (const [index, name] of names.entries()) {
    const id = bare[index] ?? '';
    const member = members.find((one) => isNamed(one, name));
    if (isBotId(id)) joiners.set(id, { member: botMember(id), limit: null });
    else if (member) joiners.set(member.id, { member: member.id, limit: limits.get(member.id) ?? null });
    else faults.push({ param: paramOf(index), location: 'body', msg: 'Is no live member or bot of this project' });
  }
  if (faults.length > 0) throw validationFailed(faults);
  return [...joiners.values()];
}

/** Users whose seats a placement takes. */
export function seatTakers(joiners: readonly Joiner[]): string[] {
  return joiners.filter(({ member, limit }) => !isBot(member) && limit !== null).map(({ member }) => member);
}

/** Those who do not participate yet. */
export function joinersNotIn(
  { participants }: Pick<SupportRequest, 'participants'>,
  joiners: readonly Joiner[],
): Joiner[] {
  return joiners.filter(({ member }) => !participants.includes(member));
}
