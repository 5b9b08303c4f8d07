/** The cursor of the next page, of the `Link` header of this one. */
export function nextCursor(headers: Headers): string | undefined {
  const next = /<([^>]*)>;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1];
  return next ? (new URL(next, location.origin).searchParams.get('cursor') ?? undefined) : undefined;
}
