import type { OutboxEntry } from './outbox.ts';

/** A message as the API gives it; what the thread needs of it. */
export interface ThreadMessage {
  _id: string;
  seq: number;
  sender: string;
  senderFullname: string;
  text: string;
  type: string;
  metadata?: Record<string, unknown>;
  attributes: Record<string, unknown>;
  status: number;
  createdAt: string;
  external_id?: string;
  audience?: string;
  channel?: { name: string };
  /** `request_id` of the conversation in which it was said, which was merged into the one that is shown. */
  mergedFrom?: string;
  /** Words of it were taken out. */
  redacted?: { by: string; at: string; reason?: string };
  /** Why it was not delivered. */
  error?: { code: string; text: string };
}

export type ThreadItem =
  | { kind: 'day'; key: string; at: number }
  | { kind: 'unread'; key: string }
  /** Lines about the conversation that follow each other. */
  | { kind: 'service'; key: string; messages: ThreadMessage[] }
  /** Said one after the other in a conversation that was merged into this one. */
  | { kind: 'merged'; key: string; messages: ThreadMessage[] }
  | { kind: 'message'; key: string; message: ThreadMessage; first: boolean; last: boolean }
  | { kind: 'outgoing'; key: string; entry: OutboxEntry; first: boolean; last: boolean };

/** Messages of one sender within this time are one group. */
const groupMs = 5 * 60_000;

/**
 * The messages of one conversation, merged from pages and frames by `seq`; a later state of a message replaces an earlier one, and words that were taken out
 * do not come back.
 */
export class Thread {
  readonly #bySeq = new Map<number, ThreadMessage>();
  #ordered: readonly ThreadMessage[] | undefined;

  /** @returns whether anything changed */
  merge(messages: readonly ThreadMessage[]): boolean {
    let changed = false;
    for (const message of messages) {
      const known = this.#bySeq.get(message.seq);
      if (known && !isLater(known, message)) continue;
      this.#bySeq.set(message.seq, message);
      changed = true;
    }
    if (changed) this.#ordered = undefined;
    return changed;
  }

  /** By `seq`; the same array until something changes. */
  get messages(): readonly ThreadMessage[] {
    this.#ordered ??= [...this.#bySeq.values()].sort((a, b) => a.seq - b.seq);
    return this.#ordered;
  }

  get newestSeq(): number {
    return this.messages.at(-1)?.seq ?? 0;
  }

  get oldestSeq(): number {
    return this.messages[0]?.seq ?? 0;
  }
}

const failed = -100;

/** States go forward only, but for a failure, and what follows when it is tried again. A redaction is later than any state before it. */
function isLater(known: ThreadMessage, next: ThreadMessage): boolean {
  const [before = '', after = ''] = [known.redacted?.at, next.redacted?.at];
  if (before !== after) return after > before;
  return (
    known.status !== next.status && (next.status === failed || known.status === failed || next.status > known.status)
  );
}

export interface ThreadView {
  messages: readonly ThreadMessage[];
  outgoing: readonly OutboxEntry[];
  /** The reader's position when the conversation was opened; a line stands behind it. */
  readUpto: number | undefined;
  /** The reader's own id: what they wrote is never unread. */
  me: string;
  /** Start of the day, in the reader's zone, of a time. */
  dayOf(at: number): number;
}

/** What stands on the screen, from the top: days, groups by sender, the line of what is new, then what is being sent. */
export function threadItems({ messages, outgoing, readUpto, me, dayOf }: ThreadView): ThreadItem[] {
  const items: ThreadItem[] = [];
  const stored = new Set(messages.map(({ external_id }) => external_id));
  let day: number | undefined;
  let previous: Sent | undefined;
  let unreadShown = readUpto === undefined;
  for (const message of messages) {
    const at = Date.parse(message.createdAt);
    if (dayOf(at) !== day) {
      day = dayOf(at);
      items.push({ kind: 'day', key: `day-${day}`, at });
      previous = undefined;
    }
    if (message.mergedFrom) {
      const before = items.at(-1);
      previous = undefined;
      if (before?.kind === 'merged' && before.messages[0]?.mergedFrom === message.mergedFrom)
        before.messages.push(message);
      else items.push({ kind: 'merged', key: message._id, messages: [message] });
      continue;
    }
    if (!unreadShown && message.seq > (readUpto ?? 0) && message.sender !== me) {
      unreadShown = true;
      items.push({ kind: 'unread', key: 'unread' });
      previous = undefined;
    }
    if (isServiceLine(message)) {
      const before = items.at(-1);
      previous = undefined;
      if (isOver(message, messages)) continue;
      if (before?.kind === 'service') before.messages.push(message);
      else items.push({ kind: 'service', key: keyOf(message), messages: [message] });
      continue;
    }
    const sent = sentOf(message);
    const first = !previous || !isOneGroup(previous, sent);
    if (!first) endsNoGroup(items.at(-1));
    items.push({ kind: 'message', key: keyOf(message), message, first, last: true });
    previous = sent;
  }
  // They stand as they will once they are stored, so that nothing moves then.
  for (const entry of outgoing) {
    if (stored.has(entry.id)) continue;
    const sent = { sender: me, isPrivate: false, at: entry.createdAt };
    const first = !previous || !isOneGroup(previous, sent);
    if (!first) endsNoGroup(items.at(-1));
    items.push({ kind: 'outgoing', key: entry.id, entry, first, last: true });
    previous = sent;
  }
  return items;
}

/** Another message follows in the same group. */
function endsNoGroup(item: ThreadItem | undefined): void {
  if (item?.kind === 'message' || item?.kind === 'outgoing') item.last = false;
}

/** The bubble of a message that was just sent stays the same element when it is stored. */
function keyOf(message: ThreadMessage): string {
  return message.external_id ?? `seq-${message.seq}`;
}

interface Sent {
  sender: string;
  isPrivate: boolean;
  at: number;
}

function sentOf({ sender, audience, createdAt }: ThreadMessage): Sent {
  return { sender, isPrivate: audience === 'team', at: Date.parse(createdAt) };
}

function isOneGroup(previous: Sent, next: Sent): boolean {
  return previous.sender === next.sender && previous.isPrivate === next.isPrivate && next.at - previous.at < groupMs;
}

/** A line about the conversation ("Ada joined"), translated by its key. */
export function isServiceLine({ attributes }: ThreadMessage): boolean {
  return attributes.subtype === 'info' && labelOf(attributes) !== undefined;
}

/** Says that someone is being looked for, which is true only until anything else happens. */
function isOver(message: ThreadMessage, messages: readonly ThreadMessage[]): boolean {
  return labelOf(message.attributes)?.key === 'TOUCHING_OPERATOR' && message !== messages.at(-1);
}

/** The key of a service line. Source: contract 21 section 6. */
export function labelOf(
  attributes: Record<string, unknown>,
): { key: string; parameters: Record<string, unknown> } | undefined {
  const label = attributes.messagelabel;
  if (typeof label !== 'object' || label === null || !('key' in label) || typeof label.key !== 'string')
    return undefined;
  const parameters = 'parameters' in label && typeof label.parameters === 'object' ? label.parameters : undefined;
  return { key: label.key, parameters: { ...parameters } };
}

/** Of a line that stands for a message. */
export function seqOf(item: ThreadItem): number | undefined {
  return 'message' in item ? item.message.seq : undefined;
}
