/** Names of the members that differ between two states of a form, compared by value; one that only one of them has differs. */
export function changedNames<Form extends object>(from: Form, to: Form): (keyof Form & string)[] {
  const names = new Set([...Object.keys(from), ...Object.keys(to)] as (keyof Form & string)[]);
  return [...names].filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]));
}

/** The members of `to` that differ from those of `from`. */
export function changesBetween<Form extends object>(from: Form, to: Form): Partial<Form> {
  return picked(to, changedNames(from, to));
}

/**
 * The form after another person changed the record it began from: what only one of both changed holds.
 * @param winner whose value holds where both changed a member
 */
export function mergeVersions<Form extends object>(
  base: Form,
  mine: Form,
  theirs: Form,
  winner: 'mine' | 'theirs',
): Form {
  const own = changesBetween(base, mine);
  const foreign = changesBetween(base, theirs);
  return winner === 'mine' ? { ...base, ...foreign, ...own } : { ...base, ...own, ...foreign };
}

function picked<Form extends object>(form: Form, names: readonly (keyof Form)[]): Partial<Form> {
  const result: Partial<Form> = {};
  for (const name of names) result[name] = form[name];
  return result;
}
