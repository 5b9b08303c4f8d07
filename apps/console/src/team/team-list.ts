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
  if (method !== 'DELETE')
    return known ? team.map((one) => (one === known ? replaced(known, message) : one)) : [...team, message];
  // Who left: ids alone.
  return known
    ? team.map((one) => (one === known ? { ...known, __v: message.__v ?? known.__v, trashed: true } : one))
    : team;
}

/** A newer state. Members that not every answer and frame has are kept; what is missing otherwise was removed. */
function replaced(known: TeammateView, next: TeammateView): TeammateView {
  const { last_login_at, number_assigned_requests, id_user } = known;
  return {
    ...(last_login_at !== undefined && { last_login_at }),
    ...(number_assigned_requests !== undefined && { number_assigned_requests }),
    ...next,
    ...(typeof next.id_user !== 'object' && id_user && { id_user }),
  };
}
