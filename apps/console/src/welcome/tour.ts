/** What the demo project knows of itself, to see what a newcomer has done since. Kept in its `attributes["console.tour"]`. */
export interface Tour {
  /** `request_id` of the conversation that waits for an answer. */
  answer: string;
  /** When everything had been seeded, UTC. */
  since: string;
  /** `_id` of the bot. */
  bot: string;
  /** `_id` of the department that the bot answers in. */
  department: string;
  /** Teammates, the owner included. */
  people: number;
}

export const tourSteps = ['answer', 'write', 'bot', 'invite'] as const;
export type TourStep = (typeof tourSteps)[number];

const member = 'console.tour';
/** Flat key under which a teammate's settings say that the strip is not to come back. */
export const dismissalKey = `settings.${member}` as const;
export const dismissed = 'dismissed';

/** @returns undefined for a project that is not the demo's */
export function tourOf(attributes: Record<string, unknown>): Tour | undefined {
  const { answer, since, bot, department, people } = Object(attributes[member]) as Partial<Record<keyof Tour, unknown>>;
  const isWhole =
    [answer, bot, department].every((id) => typeof id === 'string' && id !== '') &&
    typeof since === 'string' &&
    !Number.isNaN(Date.parse(since)) &&
    typeof people === 'number';
  return isWhole ? ({ answer, since, bot, department, people } as Tour) : undefined;
}

export function isDismissed(settings: Record<string, unknown>): boolean {
  return settings[member] === dismissed;
}

/** A time as lists of requests take it, in UTC: `DD/MM/YYYY HH:mm:ss`. Whole seconds, the next one: nothing seeded is found by it. */
export function startDateOf(since: string): string {
  const at = new Date(Math.floor(Date.parse(since) / 1000) * 1000 + 1000).toISOString();
  const [year, month, day] = at.slice(0, 10).split('-');
  return `${day}/${month}/${year} ${at.slice(11, 19)}`;
}
