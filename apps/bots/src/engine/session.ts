/** A field of a form. */
export interface FormField {
  name: string;
  label: string;
  regex?: string;
  errorLabel?: string;
}

/** A running form, copied from its intent at the start, so that later edits do not affect it. */
export interface PendingForm {
  kind: 'form';
  intent: string;
  fields: FormField[];
  cancelCommands: string[];
  cancelReply: string;
  answer: string | null;
  /** Index of the current field. */
  at: number;
}

/** Stores the next message of the requester in a parameter. */
export interface PendingCapture {
  kind: 'capture';
  into: string;
  goTo: string;
}

/** State of a bot in a conversation since it joined. */
export interface Session {
  pending?: PendingForm | PendingCapture;
  /** Consecutive fallbacks. */
  fallbacks: number;
  /** Consecutive failed webhook calls. */
  webhookFailures: number;
  turns: number;
  /** Start times of the turns of the last minute, in ms since the epoch. */
  recent: number[];
  /** The turn limit is exceeded; the bot no longer answers. */
  silent: boolean;
}

export const newSession: Session = { fallbacks: 0, webhookFailures: 0, turns: 0, recent: [], silent: false };

/** Turn limits of one conversation. Source: contract 60 section 7.7. */
export interface TurnLimits {
  perMinute: number;
  inAll: number;
}

const minuteMs = 60_000;

/** Counts one more turn; undefined when a limit is exceeded. */
export function counted(session: Session, limits: TurnLimits, now: number): Session | undefined {
  const recent = session.recent.filter((at) => at > now - minuteMs);
  if (recent.length >= limits.perMinute || session.turns >= limits.inAll) return undefined;
  return { ...session, turns: session.turns + 1, recent: [...recent, now] };
}
