import EmailReplyParser from 'email-reply-parser';

import { headerLine, isAttribution, isRule, isSentFrom } from './quote-heads.ts';

const forwardedSubject = /^\s*(?:fwd?|wg|tr|rv|i|enc|vb|vs|doorst|fs|pd|továbbítás|i̇lt|ilt)\s*:/iu;
const forwarded = [
  ...[
    'forwarded message',
    'begin forwarded message',
    'weitergeleitete nachricht',
    'anfang der weitergeleiteten nachricht',
  ],
  ...[
    'message transféré',
    'début du message réexpédié',
    'mensaje reenviado',
    'messaggio inoltrato',
    'inizio messaggio inoltrato',
  ],
  ...[
    'mensagem encaminhada',
    'doorgestuurd bericht',
    'videresendt',
    'vidarebefordrat',
    'edelleenlähetetty',
    'przekazana',
  ],
  ...[
    'přeposlaná zpráva',
    'preposlaná správa',
    'továbbított',
    'mesaj redirecționat',
    'пересылаемое сообщение',
    'iletilen mesaj',
  ],
  ...['προωθημένο μήνυμα', '転送メッセージ', '转发的邮件', '轉寄郵件', '전달된 메시지'],
];
const forwardedText = new RegExp(
  `^(?:[-_]{3,}\\s*(?:${forwarded.join('|')})|(?:${forwarded[1]}|${forwarded[3]}):)`,
  'imu',
);

/** Attributions are wrapped into so many lines at most. */
const maxWrapped = 3;

/**
 * What the sender wrote, without quoted mails and the signature. A forwarded mail is never cut, and one that would be empty keeps
 * its whole text.
 */
export function newTextOf(fullText: string, subject: string): string {
  if (forwardedSubject.test(subject) || forwardedText.test(fullText)) return fullText;
  const unquoted = withoutQuotes(fullText.split(/\r?\n/));
  const own = withoutSignature(unquoted);
  // What is left has no quotes that are known here; the library knows further clients.
  const written = own.trim() === '' ? '' : new EmailReplyParser().read(own).getVisibleText().trim();
  return written || own.trim() || fullText;
}

/** Removes quoted lines wherever they stand, and all that follows the head of a quote whose lines are not marked. */
function withoutQuotes(lines: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const wrapped = isQuoted(line) ? 0 : attributionAt(lines, at);
    if (isRule(line) && headerAt(lines, nextSpoken(lines, at + 1))) break;
    if (headerAt(lines, at)) break;
    if (wrapped > 0) {
      const next = lines[nextSpoken(lines, at + wrapped)];
      if (next === undefined || !isQuoted(next)) break;
      at += wrapped;
      continue;
    }
    // Where a quote was, one blank line is left.
    if (isQuoted(line)) {
      if (kept.at(-1)?.trim() !== '') kept.push('');
      while (isQuoted(lines[at + 1] ?? '') || lines[at + 1]?.trim() === '') at += 1;
    } else kept.push(line);
    at += 1;
  }
  return kept;
}

function isQuoted(line: string): boolean {
  return /^\s{0,3}>/.test(line);
}

/** @returns how many lines from here are an attribution; 0: none */
function attributionAt(lines: readonly string[], at: number): number {
  if (lines[at]?.trim() === '') return 0;
  for (let count = 1; count <= maxWrapped; count += 1) {
    const parts = lines.slice(at, at + count);
    if (count > 1 && (parts.at(-1)?.trim() ?? '') === '') return 0;
    // Not with a line of text before it, which its own lines would do without.
    const isWhole = parts.slice(1).every((_, start) => !isAttribution(joined(parts.slice(start + 1))));
    if (isWhole && isAttribution(joined(parts))) return count;
  }
  return 0;
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join(' ');
}

/** Whether the header of a quoted mail begins here: from whom, and two more of its lines. */
function headerAt(lines: readonly string[], at: number): boolean {
  if (headerLine(lines[at] ?? '') !== 'from') return false;
  const kinds = new Set(lines.slice(at, at + 8).map((line) => headerLine(line)));
  return kinds.has('subject') && (kinds.has('sent') || kinds.has('to'));
}

function nextSpoken(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]?.trim() === '') at += 1;
  return at;
}

function withoutSignature(lines: readonly string[]): string {
  const end = lines.findIndex((line) => /^--\s?$/.test(line));
  const kept = end < 0 ? [...lines] : lines.slice(0, end);
  for (;;) {
    while (kept.length > 0 && kept.at(-1)?.trim() === '') kept.pop();
    if (kept.length === 0 || !isSentFrom(kept.at(-1) ?? '')) break;
    kept.pop();
  }
  return kept.join('\n');
}
