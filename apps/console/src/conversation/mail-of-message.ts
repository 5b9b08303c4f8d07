import type { ThreadMessage } from './thread.ts';

/** What a message says of the mail that it came as. Source: contract 26 section 5. */
export interface MailOfMessage {
  hasHtml: boolean;
  subject: string;
  from: string;
  to: string[];
  cc: string[];
  /** With what it quotes, where that is more than the message says. */
  fullText: string | undefined;
  /** Its sender may be forged. */
  isUnverified: boolean;
  isAutomatic: boolean;
  /** In the ledger of what came in. */
  inboundId: string | undefined;
}

/** @returns undefined for a message that came in another way */
export function mailOf({ attributes, text }: Pick<ThreadMessage, 'attributes' | 'text'>): MailOfMessage | undefined {
  const { mail } = attributes;
  if (!isRecord(mail)) return undefined;
  const full = mail.full_text;
  const auth = isRecord(mail.auth) ? mail.auth : {};
  return {
    hasHtml: mail.html === true,
    subject: typeof mail.subject === 'string' ? mail.subject : '',
    from: addressIn(mail.from) ?? '',
    to: addressesIn(mail.to),
    cc: addressesIn(mail.cc),
    fullText: typeof full === 'string' && full.trim() !== '' && full.trim() !== text.trim() ? full : undefined,
    isUnverified: auth.aligned === false,
    inboundId: typeof mail.inbound === 'string' ? mail.inbound : undefined,
    isAutomatic: mail.automatic !== undefined && mail.automatic !== false,
  };
}

function addressesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.flatMap((one) => addressIn(one) ?? []) : [];
}

function addressIn(one: unknown): string | undefined {
  if (typeof one === 'string') return one;
  return isRecord(one) && typeof one.address === 'string' ? one.address : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
