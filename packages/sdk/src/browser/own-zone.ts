/** The browser's time zone, as the API takes it; UTC if it names an unknown one such as `Etc/Unknown`. */
export function ownZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  try {
    return Intl.DateTimeFormat('en', { timeZone }) && (timeZone ?? 'UTC');
  } catch {
    return 'UTC';
  }
}
