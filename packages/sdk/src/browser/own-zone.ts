/** The zone of the browser, as the API takes it; UTC where it names none that is known, such as `Etc/Unknown`. */
export function ownZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    return Intl.DateTimeFormat('en', { timeZone }) && (timeZone ?? 'UTC');
  } catch {
    return 'UTC';
  }
}
