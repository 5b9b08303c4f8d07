import type { MessageView } from '@parley/sdk';

/** How a message is shown: as a message, as a service line, or not at all. */
type Part = 'hidden' | 'message' | 'service';

/** Service lines that visitors see; the others are for the team. Source: contract 21 section 8. */
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

/** The API omits what is not for the visitor; the same rules are applied here again. Source: contract 21 section 6. */
export function partOf(message: MessageView): Part {
  const { subtype, info, hidden, private: isPrivate } = message.attributes;
  const kind = typeof subtype === 'string' ? subtype : '';
  if (isPrivate === true || /^private(?:\/|$)/.test(kind)) return 'hidden';
  if (message.sender === 'system') return serviceLineOf(message) ? 'service' : 'hidden';
  return info === true || hidden === true || /^info(?:\/|$)/.test(kind) ? 'hidden' : 'message';
}

/** Merges messages of pages and frames by `seq`: the later state of each, in order. */
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
  /** Start of the day in the reader's time zone, if it differs from the previous item's. */
  day: number | undefined;
}

const groupMs = 5 * 60_000;

/** The items of the log. @param me id of the visitor */
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
