/** Whether two lists of participants name the same, in any order. */
export function hasSame(some: readonly string[], others: readonly string[]): boolean {
  const known = new Set(others);
  return known.size === new Set(some).size && some.every((one) => known.has(one));
}

/** A tag is known by its name, whatever its case: the API keeps one of each. */
export function tagNamed<Tag extends { tag: string }>(tags: readonly Tag[], name: string): Tag | undefined {
  const wanted = name.toLowerCase();
  return tags.find(({ tag }) => tag.toLowerCase() === wanted);
}
