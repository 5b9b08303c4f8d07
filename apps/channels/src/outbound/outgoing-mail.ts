import type { OutgoingError, OutgoingKind, OutgoingState, RequestMailView } from '@parley/contracts';

/** One mail that goes out. */
export interface OutgoingMail {
  projectId: string;
  id: string;
  mailboxId: string;
  requestId: string;
  requestRecordId: string;
  kind: OutgoingKind;
  /** Sender of its messages. */
  author: string;
  /** Empty for a transcript that is still to be sent. */
  recipient: string;
  cc: readonly string[];
  messageId: string;
  state: OutgoingState;
  dueAt: Date;
  attempts: number;
  retries: number;
  error: OutgoingError | null;
  errorText: string | null;
  createdAt: Date;
  giveUpAt: Date;
  endedAt: Date | null;
}

/** With the messages that it holds, in their order. */
export type MailWithMessages = OutgoingMail & { messages: readonly string[]; lastSeq: number | null };

/** Why a mail did not leave. */
export interface Failure {
  code: OutgoingError;
  /** A sentence without anything of the server's text but its numbers. */
  text: string;
  /** No further attempt can succeed. */
  isFinal: boolean;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const waitsMs = [minuteMs, 5 * minuteMs, 15 * minuteMs];
/** How long it is tried. Source: contract 26 section 6.3. */
export const giveUpAfterMs = 48 * hourMs;

/** When it is tried again after this many attempts have failed; undefined: no more. */
export function nextAttemptAt({ attempts, giveUpAt }: Pick<OutgoingMail, 'attempts' | 'giveUpAt'>, at: Date) {
  const next = new Date(at.getTime() + (waitsMs[attempts - 1] ?? hourMs));
  return next > giveUpAt ? undefined : next;
}

export function viewOf(mail: MailWithMessages): RequestMailView {
  const { id, mailboxId, state, kind, error, errorText, attempts, messages, recipient, cc } = mail;
  const isOpen = state === 'waiting' || state === 'sending';
  return {
    ...{ _id: id, id, direction: 'out', mailbox: mailboxId, state, kind, attempts },
    ...(error && { error: { code: error, ...(errorText && { text: errorText }) } }),
    ...(isOpen && { due_at: mail.dueAt.toISOString() }),
    ...{ messages: [...messages], message_id: mail.messageId, to: recipient === '' ? [] : [recipient], cc: [...cc] },
    createdAt: mail.createdAt.toISOString(),
    ...(mail.endedAt && { sentAt: mail.endedAt.toISOString() }),
  };
}
