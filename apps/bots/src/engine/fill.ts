/** The value of a placeholder; undefined when it is unknown. */
export type LookUp = (name: string) => unknown;

const placeholder = /\{\{([A-Za-z_][A-Za-z0-9_.-]{0,63})\}\}|\$\{([A-Za-z_][A-Za-z0-9_.-]{0,63})\}/g;
const maxAddressLength = 2_048;
const addressStart = /https?:\/\/\S*$/i;

/**
 * Replaces placeholders in one pass; values are never expanded again, and are percent-encoded inside addresses.
 * Source: contract 60 section 5.
 */
export function fillPlaceholders(text: string, lookUp: LookUp): string {
  return text.replace(placeholder, (whole, braced: string | undefined, dollared: string | undefined, at: number) => {
    const value = lookUp(braced ?? dollared ?? '');
    if (value === undefined || value === null) return whole;
    const words = typeof value === 'string' ? value : JSON.stringify(value);
    const before = text.slice(Math.max(0, at - maxAddressLength), at);
    return addressStart.test(before) ? encodeURIComponent(words.toWellFormed()) : words;
  });
}

/** Members that control behaviour; placeholders in them are not replaced. */
const commands = new Set(['action', 'type', 'target', 'show_echo']);

/** Replaces placeholders in every string of a JSON value. */
export function fillPlaceholdersDeep(value: unknown, lookUp: LookUp): unknown {
  if (typeof value === 'string') return fillPlaceholders(value, lookUp);
  if (Array.isArray(value)) return value.map((item) => fillPlaceholdersDeep(item, lookUp));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      commands.has(name) ? member : fillPlaceholdersDeep(member, lookUp),
    ]),
  );
}
