/**
 * All minor releases in their order; the last one is this. Each has a section in docs/operations/upgrade.md: upgrades go through all of
 * them, since a release knows the tables of the one before, and no older ones.
 */
export const releases: readonly string[] = ['0.1'];

/**
 * @param found the release of which a database is
 * @throws Error that says which release to install first, if one was skipped
 */
export function refuseSkipped(found: string, known: readonly string[]): void {
  const current = known.at(-1) ?? '';
  const at = known.indexOf(found);
  // What is not known is newer: after a roll-back.
  if (at < 0 || at >= known.length - 2) return;
  const way = known.slice(at + 1);
  throw new Error(
    `This database is of release ${found}, and ${current} starts on one of ${known.at(-2)} only: upgrade from ${found} to ${way.join(', then to ')}. ` +
      'See docs/operations/upgrade.md.',
  );
}

/** Whether to record this release in a database: not if a newer one is recorded. */
export function isOlder(found: string | undefined, known: readonly string[]): boolean {
  return found === undefined || (known.includes(found) && found !== known.at(-1));
}
