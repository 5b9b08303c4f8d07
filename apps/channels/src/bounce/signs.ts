import { headerTextOf, type StoredMail } from '../inbound/inbound-mail.ts';

/** What the headers of a mail say of who, or what, has written it. */
export interface MailSigns {
  /** A machine has written it: it ends no wait and is never answered automatically. */
  isAutomatic: boolean;
  /** A server reports what became of a mail of ours. */
  isReport: boolean;
  /** It has passed a mailbox of this installation already. */
  isLoop: boolean;
}

/** Reads them. Source: contract 26 section 4. */
export function signsOf(
  { head, via, envelopeFrom }: Pick<StoredMail, 'head' | 'via' | 'envelopeFrom'>,
  loopMark: string,
): MailSigns {
  const headers = headersOf(head);
  const value = (name: string) => headers.get(name)?.[0]?.trim().toLowerCase() ?? '';
  const type = value('content-type');
  const isNullSender = /^<\s*>/.test(value('return-path')) || (via === 'smtp' && envelopeFrom === null);
  const isMultipartReport = type.startsWith('multipart/report');
  const isFromServer = /(?:^|<|\s)(?:mailer-daemon|postmaster)@/.test(value('from'));
  const isReport =
    (isMultipartReport && /report-type\s*=\s*"?delivery-status/.test(type)) || (isNullSender && isFromServer);
  const submitted = value('auto-submitted');
  return {
    isReport,
    isAutomatic:
      isReport ||
      isMultipartReport ||
      isNullSender ||
      (submitted !== '' && !/^no\b/.test(submitted)) ||
      /^(?:bulk|junk|list|auto_reply)\b/.test(value('precedence')) ||
      ['x-auto-response-suppress', 'list-id', 'x-autoreply', 'x-autorespond'].some((name) => headers.has(name)),
    isLoop: headers.get('x-parley-loop')?.some((mark) => mark.trim() === loopMark) ?? false,
  };
}

function headersOf(head: Buffer): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const line of headerTextOf(head)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1)]);
  }
  return headers;
}
