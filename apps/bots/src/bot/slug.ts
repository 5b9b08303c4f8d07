const longest = 80;

/** Derives a slug from a name; `bot` when no character is usable. Source: contract 60 section 1.1. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '-').slice(0, longest);
  return slug.replace(/^-+|-+$/g, '') || 'bot';
}

/** The wanted slug, with the lowest number that makes it unique when it is taken. */
export function freeSlug(wanted: string, isTaken: (slug: string) => boolean): string {
  for (let number = 0; ; number++) {
    const suffix = number === 0 ? '' : `-${number}`;
    const slug = wanted.slice(0, longest - suffix.length) + suffix;
    if (!isTaken(slug)) return slug;
  }
}
