const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** "2 days", "1 hr 30 min": a length of time in its largest units. Less than a minute is one. @param most units at most */
export function spanWords(ms: number, locale: string, most = 2): string {
  let left = Math.max(Math.round(ms / 60_000), 1) * 60_000;
  const words: string[] = [];
  for (const [unit, unitMs] of units) {
    const count = Math.floor(left / unitMs);
    left -= count * unitMs;
    if (count > 0) words.push(count.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'short' }));
  }
  return words.slice(0, most).join(' ');
}

/** "3:30 PM", "Tue 9:00 AM", "5 Mar": a time near now, as short as it is clear. */
export function nearTime(at: number, now: number, locale: string): string {
  const days = Math.abs(new Date(at).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / 86_400_000;
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  if (days < 0.9) return new Date(at).toLocaleTimeString(locale, { timeStyle: 'short' });
  if (days < 6.1) return new Date(at).toLocaleString(locale, { weekday: 'short', ...time });
  return new Date(at).toLocaleDateString(locale, { day: 'numeric', month: 'short' });
}
