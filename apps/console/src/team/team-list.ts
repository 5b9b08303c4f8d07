import type { TeammateView } from '@parley/sdk';

/**
 * The teammates after a change was announced. Versions decide, for changes may come twice and late; presence and load change without
 * a new version. A removed teammate stays in the list, marked as such.
 */
export function withTeammate(
  team: readonly TeammateView[],
  { method, message }: { method: string; message: TeammateView },
): readonly TeammateView[] {
  const known = team.find(({ _id }) => _id === message._id);
  if (known && message.__v !== undefined && message.__v < known.__v) return team;
  if (method === 'DELETE')
    return known
      ? team.map((one) => (one === known ? { ...one, ...withPerson(known, message), trashed: true } : one))
      : team;
  const next = withPerson(known, message);
  return known ? team.map((one) => (one === known ? next : one)) : [...team, next];
}

/** Some answers have the id of the person alone. */
function withPerson(known: TeammateView | undefined, next: TeammateView): TeammateView {
  const person = typeof next.id_user === 'object' ? next.id_user : (known?.id_user ?? next.id_user);
  return { ...known, ...next, ...(person && { id_user: person }) };
}
