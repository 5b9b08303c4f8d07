/** What a notification may be for. */
export const notificationKinds = ['assigned', 'message', 'mention', 'waiting'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notificationWays = ['sound', 'desktop', 'both', 'none'] as const;
export type NotificationWay = (typeof notificationWays)[number];

/** Melodies to choose from; see `sound.ts`. */
export const notificationSounds = ['chime', 'knock', 'bell', 'drop'] as const;
export type NotificationSound = (typeof notificationSounds)[number];

/** Of one person in one project. Source: contract 80 section 6.7. */
export interface NotificationSettings extends Record<NotificationKind, NotificationWay> {
  /** Also for what is on the screen: the tab is in view. */
  inView: boolean;
  /** Of sounds, 0 to 100. */
  volume: number;
  sound: NotificationSound;
  /** Hours without sound and desktop notifications, in the browser's zone, `HH:MM`; they may span midnight. */
  quiet?: { from: string; until: string };
}

export const defaultNotifications: NotificationSettings = {
  assigned: 'sound',
  message: 'sound',
  mention: 'sound',
  waiting: 'none',
  inView: false,
  volume: 60,
  sound: 'chime',
};

/** The member of the teammate's `settings` that holds them; in a body, the flat key `settings.console.notifications`. */
const member = 'console.notifications';
export const notificationsKey = `settings.${member}` as const;

/** Reads what the API keeps for a teammate; whatever is not as it should be counts as the default. */
export function notificationsOf(settings: Record<string, unknown>): NotificationSettings {
  const kept = Object(settings[member]) as Record<string, unknown>;
  const ways = notificationKinds.map((kind) => [
    kind,
    notificationWays.find((way) => way === kept[kind]) ?? defaultNotifications[kind],
  ]);
  const { inView, volume, sound } = kept;
  const quiet = quietOf(kept.quiet);
  return {
    ...(Object.fromEntries(ways) as Record<NotificationKind, NotificationWay>),
    inView: typeof inView === 'boolean' ? inView : defaultNotifications.inView,
    volume:
      typeof volume === 'number' && volume >= 0 && volume <= 100 ? Math.round(volume) : defaultNotifications.volume,
    sound: notificationSounds.find((one) => one === sound) ?? defaultNotifications.sound,
    ...(quiet && { quiet }),
  };
}

/** Whether quiet hours hold at a time of the browser's zone. */
export function isQuiet({ quiet }: NotificationSettings, now: Date): boolean {
  if (!quiet) return false;
  const time = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`;
  const { from, until } = quiet;
  return from <= until ? from <= time && time < until : time >= from || time < until;
}

function quietOf(value: unknown): NotificationSettings['quiet'] {
  const { from, until } = Object(value) as Record<string, unknown>;
  return isTime(from) && isTime(until) && from !== until ? { from, until } : undefined;
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value);
}
