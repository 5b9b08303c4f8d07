import type { TranscriptFormat } from '@parley/contracts';
import { csvLine } from '@parley/service-kit/http';

import { firstTextOf, type Message } from '../request-state/message.ts';
import type { TranscriptSource } from './transcript.query.repository.ts';

export interface Rendering {
  /** With the character set. */
  type: string;
  head: string;
  line(message: Message): string;
  foot: string;
}

/** Renders a transcript in each format. Times are local to a zone, `YYYY-MM-DD HH:mm:ss`. */
export function renderingOf(format: TranscriptFormat, source: TranscriptSource, zone = 'UTC'): Rendering {
  const timeOf = clock(zone);
  switch (format) {
    case 'txt':
      return { type: 'text/plain', head: '', line: (message) => `${plainLine(message, timeOf)}\r\n`, foot: '' };
    case 'csv':
      return csv(source, timeOf);
    case 'html':
      return {
        type: 'text/html',
        head: htmlHead(source),
        line: (message) => htmlLine(message, timeOf),
        foot: htmlFoot,
      };
  }
}

type Clock = (at: Date) => string;

function clock(timeZone: string): Clock {
  // The Swedish locale has the format that the contract requires.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at);
}

/** A message without text is represented by its type and address. */
function wordsOf({ text, type, metadata }: Message): string {
  const address = typeof metadata?.src === 'string' ? ` ${metadata.src}` : '';
  return text.trim() === '' ? `${firstTextOf({ text, type })}${address}` : text;
}

const isPrivate = ({ audience }: Message): boolean => audience === 'private';

function plainLine(message: Message, timeOf: Clock): string {
  const mark = isPrivate(message) ? '[private] ' : '';
  return `${timeOf(message.createdAt)} ${mark}${message.senderFullname}: ${wordsOf(message)}`;
}

function csv({ visibleOnly }: TranscriptSource, timeOf: Clock): Rendering {
  const forTeam = (cell: string) => (visibleOnly ? [] : [cell]);
  return {
    type: 'text/csv',
    head: csvLine(['createdAt', 'sender', 'senderFullname', 'type', 'text', ...forTeam('audience')]),
    line: (message) => {
      const { createdAt, sender, senderFullname, type, audience } = message;
      return csvLine([timeOf(createdAt), sender, senderFullname, type, wordsOf(message), ...forTeam(audience)]);
    },
    foot: '',
  };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

function htmlHead({ ticketId }: TranscriptSource): string {
  return `<!doctype html>
<html>
<head><meta charset="utf-8"><meta name="robots" content="noindex"><title>Conversation ${ticketId}</title></head>
<body>
<h1>Conversation ${ticketId}</h1>
`;
}

function htmlLine(message: Message, timeOf: Clock): string {
  const mark = isPrivate(message) ? '<em>private</em> ' : '';
  const text = escaped(wordsOf(message)).replace(/\r?\n/g, '<br>');
  return `<p><time>${timeOf(message.createdAt)}</time> ${mark}<b>${escaped(message.senderFullname)}</b>: ${text}</p>\n`;
}

const htmlFoot = '</body>\n</html>\n';
