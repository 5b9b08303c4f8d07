interface Manifest {
  name?: string;
  version?: string;
  [field: string]: unknown;
}

const dependencyFields = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** A manifest of ours in another version, with its references to our other packages. */
export function stamped<M extends Manifest>(manifest: M, version: string): M {
  const references = dependencyFields.flatMap((field) => {
    const named = manifest[field] as Record<string, string> | undefined;
    return named ? [[field, mapValues(named, (range, name) => (isOurs(name) ? `^${version}` : range))] as const] : [];
  });
  return { ...manifest, ...(manifest.version && { version }), ...Object.fromEntries(references) };
}

/** The lock file, which repeats the manifests of our packages under the names of their folders. */
export function stampedLock<L extends Manifest & { packages: Record<string, Manifest> }>(lock: L, version: string): L {
  const packages = mapValues(lock.packages, (entry, path) =>
    path.includes('node_modules/') ? entry : stamped(entry, version),
  );
  return { ...stamped(lock, version), packages };
}

/** The changelog on the day of a release: what stood under *Unreleased* is the release's. Unchanged if it has that section already. */
export function releasedChangelog(changelog: string, version: string, day: string): string {
  if (sectionOf(changelog, version) !== undefined) return changelog;
  return changelog.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} - ${day}`);
}

/**
 * What changed with a release.
 * @throws when the changelog has nothing to say
 */
export function notesOf(changelog: string, version: string): string {
  const notes = (sectionOf(changelog, version) ?? sectionOf(changelog, 'Unreleased') ?? '').trim();
  if (notes === '') throw new Error(`CHANGELOG.md says nothing about ${version}.`);
  return `${notes}\n`;
}

function sectionOf(changelog: string, title: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => {
    const [heading = ''] = section.split('\n', 1);
    return heading === title || heading.startsWith(`${title} - `);
  });
  return found?.slice(found.indexOf('\n') + 1);
}

function isOurs(name: string): boolean {
  return name.startsWith('@parley/');
}

function mapValues<V>(record: Record<string, V>, change: (value: V, key: string) => V): Record<string, V> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
