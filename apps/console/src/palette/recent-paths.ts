/** As far as this is looked back. */
const most = 5;

/** Addresses that the page has had since it was loaded, the latest first; none in a browser that does not tell them. */
export function pathsOfPage(): string[] {
  const { navigation } = globalThis as { navigation?: Pick<Navigation, 'entries'> };
  return (navigation?.entries() ?? []).flatMap(({ url }) => (url ? new URL(url).pathname : [])).reverse();
}

/**
 * What the person saw last within a project, each place once and without the present one.
 * @param find the place of an address below the project's, if it is one to go to
 */
export function recentPlaces<Place extends { key: string }>(
  paths: readonly string[],
  projectId: string,
  find: (path: string) => Place | undefined,
): Place[] {
  const root = `/console/${projectId}/`;
  const found = paths.map((path) => (path.startsWith(root) ? find(path.slice(root.length)) : undefined));
  const [present] = found;
  const places = new Map(
    found.flatMap((place) => (place && place.key !== present?.key ? [[place.key, place] as const] : [])),
  );
  return [...places.values()].slice(0, most);
}
