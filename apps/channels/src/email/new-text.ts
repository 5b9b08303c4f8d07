import EmailReplyParser from 'email-reply-parser';

const forwardedSubject = /^\s*(?:fwd?|wg|tr|rv|i|enc|vb|vs|doorst)\s*:/i;
const forwardedText =
  /^-{3,}\s*(?:forwarded message|original message|weitergeleitete nachricht|message transféré|mensaje reenviado|messaggio inoltrato|mensagem encaminhada)\s*-{3,}/im;

/**
 * What the sender wrote, without quoted mails and the signature. A forwarded mail is never cut, and one that would be empty keeps
 * its whole text.
 */
export function newTextOf(fullText: string, subject: string): string {
  if (forwardedSubject.test(subject) || forwardedText.test(fullText)) return fullText;
  const written = new EmailReplyParser().read(fullText).getVisibleText().trim();
  return written === '' ? fullText : written;
}
