/** A JSON value with each text in it changed, names of members as well. A number is a text where that changes it. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (typeof value === 'number') {
    const digits = String(value);
    const changed = change(digits);
    return changed === digits ? value : (changed as T);
  }
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [change(name), mapTexts(member, change)]),
  ) as T;
}
