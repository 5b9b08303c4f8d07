/** A field of a form, as its intent has it. */
export interface FormField {
  name: string;
  label: string;
  regex?: string;
  errorLabel?: string;
}

/** A form as it was when it began: later edits of the intent do not reach it. */
export interface PendingForm {
  kind: 'form';
  intent: string;
  fields: FormField[];
  cancelCommands: string[];
  cancelReply: string;
  answer: string | null;
  /** The field that was asked for. */
  at: number;
}

/** What the requester says next goes into a parameter. */
export interface PendingCapture {
  kind: 'capture';
  into: string;
  goTo: string;
}

/** Where a bot stands in a conversation since it joined. */
export interface Session {
  pending?: PendingForm | PendingCapture;
  /** Fallbacks in a row. */
  fallbacks: number;
  /** Failed webhook calls in a row. */
  webhookFailures: number;
  turns: number;
  /** When the turns of the last minute began, in ms since the epoch. */
  recent: number[];
  /** Its turns are used up. */
  silent: boolean;
}

export const newSession: Session = { fallbacks: 0, webhookFailures: 0, turns: 0, recent: [], silent: false };

/** Turns of one conversation. Source: contract 60 section 7.7. */
export interface TurnLimits {
  perMinute: number;
  inAll: number;
}

const minuteMs = 60_000;

/** The session with one more turn; nothing when there are too many. */
export function counted(session: Session, limits: TurnLimits, now: number): Session | undefined {
  const recent = session.recent.filter((at) => at > now - minuteMs);
  if (recent.length >= limits.perMinute || session.turns >= limits.inAll) return undefined;
  return { ...session, turns: session.turns + 1, recent: [...recent, now] };
}
