/** A member of an address as text; nothing where it has none. */
export function textEntry<Name extends string>(search: Record<string, unknown>, name: Name): [Name, string][] {
  const value = search[name];
  const isWord = typeof value === 'string' || typeof value === 'number';
  return isWord && value !== '' ? [[name, String(value)]] : [];
}

/** Whether it is `YYYY-MM-DD`, and a day of the calendar. */
export function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value) && new Date(timeOfDay(value)).toJSON()?.startsWith(value) === true;
}

/** Midnight UTC of a day: for drawing and naming days, not for times. */
export function timeOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
