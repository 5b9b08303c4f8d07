import type { MessageView } from '@parley/sdk';

/** What is shown of a message: its words, a line of the service, or nothing. */
type Part = 'hidden' | 'message' | 'service';

/** Service lines that visitors see; others are for the team. Source: contract 21 section 8. */
const serviceLines = new Set([
  'CHAT_CLOSED',
  'CHAT_REOPENED',
  'LEAD_UPDATED',
  'MEMBER_JOINED_GROUP',
  'MEMBER_LEFT_GROUP',
  'USER_BANNED',
]);

export function serviceLineOf({ attributes }: MessageView): string | undefined {
  const { key } = (attributes.messagelabel ?? {}) as { key?: unknown };
  return typeof key === 'string' && serviceLines.has(key) ? key : undefined;
}

/** The API leaves out what is not for the visitor; the same rules hold here once more. Source: contract 21 section 6. */
export function partOf(message: MessageView): Part {
  const { subtype, info, hidden, private: isPrivate } = message.attributes;
  const kind = typeof subtype === 'string' ? subtype : '';
  if (isPrivate === true || /^private(?:\/|$)/.test(kind)) return 'hidden';
  if (message.sender === 'system') return serviceLineOf(message) ? 'service' : 'hidden';
  return info === true || hidden === true || /^info(?:\/|$)/.test(kind) ? 'hidden' : 'message';
}

/** Messages of one conversation, merged from pages and frames by `seq`: the later state of each, in order. */
export function mergeMessages(known: readonly MessageView[], more: readonly MessageView[]): readonly MessageView[] {
  const bySeq = new Map(known.map((message) => [message.seq, message]));
  let hasChanged = false;
  for (const message of more) {
    const before = bySeq.get(message.seq);
    if (before && (before.__v ?? 0) >= (message.__v ?? 0) && before.status >= message.status) continue;
    bySeq.set(message.seq, message);
    hasChanged = true;
  }
  return hasChanged ? [...bySeq.values()].sort((a, b) => a.seq - b.seq) : known;
}

export interface ThreadItem {
  message: MessageView;
  part: Part;
  isOwn: boolean;
  /** The first and last one of its sender in a row, within five minutes. */
  isFirst: boolean;
  isLast: boolean;
  /** Start of a day in the reader's zone, where it is another one than that of the item before. */
  day: number | undefined;
}

const groupMs = 5 * 60_000;

/** What stands in the log. @param me id of the visitor */
export function threadItems(messages: readonly MessageView[], me: string | undefined): ThreadItem[] {
  const shown = messages.filter((message) => partOf(message) !== 'hidden');
  let lastDay: number | undefined;
  return shown.map((message, index) => {
    const [before, after] = [shown[index - 1], shown[index + 1]];
    const day = new Date(message.createdAt).setHours(0, 0, 0, 0);
    const isNewDay = day !== lastDay;
    lastDay = day;
    return {
      message,
      part: partOf(message),
      isOwn: message.sender === me,
      isFirst: isNewDay || !isTogether(before, message),
      isLast: !isTogether(message, after),
      day: isNewDay ? day : undefined,
    };
  });
}

function isTogether(one: MessageView | undefined, other: MessageView | undefined): boolean {
  if (!one || !other || one.sender !== other.sender) return false;
  return Date.parse(other.createdAt) - Date.parse(one.createdAt) < groupMs;
}
